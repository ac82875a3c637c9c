import { hint, list, type Named } from './words.js';

/** Rows of the table: problems with the values of a configuration. */
export const checkingErrors = {
  CONFIG_UNKNOWN_KEY: {
    message: (p: { key: string; where: string; nearest?: string | undefined }) =>
      `Unknown key "${p.key}" in ${p.where}.${hint(p)}`,
    fix: (p: { key: string; nearest?: string | undefined; known: readonly string[]; fix?: string | undefined }) =>
      p.fix ??
      (p.nearest === undefined ? `Known keys: ${list(p.known)}. Start your own keys with x-.` : `Rename it to "${p.nearest}".`),
  },
  CONFIG_MISSING_KEY: {
    message: (p: { key: string; where: string }) => `${p.where} needs the key "${p.key}".`,
    fix: (p: { key: string; expected: string; fix?: string | undefined }) => p.fix ?? `Add ${p.key}: ${p.expected}.`,
  },
  CONFIG_WRONG_TYPE: {
    message: (p: { path: string; expected: string; found: string }) => `${p.path} must be ${p.expected}, but is ${p.found}.`,
    fix: (p: { fix?: string | undefined }) => p.fix,
  },
  CONFIG_VALUE_UNKNOWN: {
    message: (p: { path: string; found: string; nearest?: string | undefined }) => `${p.path} cannot be ${p.found}.${hint(p)}`,
    fix: (p: { allowed: readonly string[] }) => `Use ${p.allowed.length > 1 ? 'one of: ' : ''}${list(p.allowed)}.`,
  },
  CONFIG_VALUE_REFUSED: {
    message: (p: { path: string; problem: string }) => `${p.path} ${p.problem}.`,
    fix: (p: { fix?: string | undefined }) => p.fix,
  },
  CONFIG_EXTRA_FIELD: {
    message: (p: { path: string }) => `${p.path} is a field that Loadout fills in itself, so extra cannot set it.`,
    fix: (p: { instead: string }) => (p.instead === '' ? 'Remove it.' : `Remove it, and write ${p.instead}.`),
  },
  CONFIG_NAME: {
    message: (p: { name: string; kind: string }) => `${JSON.stringify(p.name)} is not a name for ${p.kind}.`,
    fix: (p: { rule: string }) => `Use ${p.rule}.`,
  },
  CONFIG_TOOL_TWICE: {
    message: (p: { name: string; first: string; second: string }) =>
      `Two tools are called "${p.name}": one at ${p.first}, one at ${p.second}.`,
    fix: () => 'Rename the one under tools. Rules and agents name tools, so each name is for one.',
  },
  CONFIG_SCRIPT_TOOL: {
    message: (p: { path: string; problem: string }) => `${p.path} ${p.problem}.`,
    fix: (p: { fix?: string | undefined }) => p.fix,
  },
  CONFIG_REFERENCE: {
    message: (p: Named & { kind: string; known: readonly string[] }) =>
      `There is no ${p.kind} "${p.name}".${hint(p)} Declared: ${list(p.known)}.`,
    fix: (p: { fix: string }) => p.fix,
  },
  CONFIG_FILE_MISSING: {
    message: (p: { file: string; problem: string }) => `The file ${p.file} ${p.problem}.`,
    fix: () => 'Write the path relative to the folder of the file that contains it.',
  },
  CONFIG_FOLDER_MISSING: {
    message: (p: { folder: string }) => `The folder ${p.folder} does not exist, so it cannot be a working directory.`,
    fix: () => 'Write the path relative to the folder of the file that contains it; ~/ is the home folder.',
  },
  CONFIG_PLUGIN_MISSING: {
    message: (p: { what: string; use: string }) => `${p.what} uses ${p.use}, which is not installed.`,
    fix: (p: { use: string; fix?: string | undefined }) => p.fix ?? `npm install ${p.use}`,
  },
  CONFIG_PLUGIN_VERSION: {
    message: (p: { use: string; range: string; found: string }) =>
      `${p.use} is installed in version ${p.found}, but ${p.range} is required.`,
    fix: (p: { use: string; range: string }) => `npm install ${p.use}@${/\s/.test(p.range) ? `"${p.range}"` : p.range}`,
  },
  CONFIG_PLUGIN_OPTIONS: {
    message: (p: { path: string; problem: string; use: string }) => `${p.path} ${p.problem} (${p.use}).`,
    fix: (p: { fix?: string | undefined }) => p.fix,
  },
  CONFIG_NOT_A_MODEL: {
    message: (p: { name: string; use: string }) => `providers.${p.name} uses ${p.use}, which does not contain a model provider.`,
    fix: () => 'Move it to plugins, and name a package such as @loadout/model-anthropic here.',
  },
  CONFIG_TOOL_UNKNOWN: {
    message: (p: Named) => `No mounted plugin offers the tool "${p.name}".${hint(p)}`,
    fix: (p: { fix: string }) => p.fix,
    values: (p: { name: string }) => ({ tool: p.name }),
  },
  CONFIG_TOOL_CASE: {
    message: (p: { name: string; right: string }) => `The tool is called "${p.right}", not "${p.name}".`,
    fix: (p: { right: string }) => `Write ${p.right}.`,
    values: (p: { name: string }) => ({ tool: p.name }),
  },
  CONFIG_RULE_INVALID: {
    message: (p: { text: string; problem: string }) => `The permission rule ${JSON.stringify(p.text)} ${p.problem}.`,
    fix: (p: { fix?: string | undefined }) =>
      p.fix ?? 'Write Tool or Tool(specifier), for example Bash(npm test:*) or Read(docs/**).',
  },
  CONFIG_RULE_EXAMPLE: {
    message: (p: { text: string; example: string; matches: boolean }) =>
      `The permission rule ${JSON.stringify(p.text)} ${p.matches ? 'matches' : 'does not match'} its example ${JSON.stringify(p.example)}, which is listed under ${p.matches ? 'notMatch' : 'match'}.`,
    fix: () => 'Correct the rule, or move the example to the other list.',
  },
  CONFIG_RULE_SHADOWED: {
    message: (p: { text: string; by: string; where: string }) =>
      `The permission rule ${JSON.stringify(p.text)} has no effect: ${p.by} (${p.where}) decides every call that it matches.`,
    fix: () => 'Remove the rule, or narrow the other one.',
  },
  CONFIG_RULE_NEVER: {
    message: (p: { text: string; problem: string }) =>
      `The permission rule ${JSON.stringify(p.text)} can never match: ${p.problem}.`,
    fix: (p: { fix: string }) => p.fix,
  },
  CONFIG_RULE_BROAD: {
    message: (p: { text: string; program: string }) =>
      `The permission rule ${JSON.stringify(p.text)} allows everything: ${p.program} runs any code that it is given.`,
    fix: () => 'Allow the exact command, or a prefix that names the script.',
  },
  CONFIG_RULE_UNCHECKED: {
    message: (p: { text: string; words: string }) =>
      `The permission rule ${JSON.stringify(p.text)} may allow any program: what ${p.words} does with its arguments is not checked.`,
    fix: () => 'Write the whole command instead of `:*`, or remove the rule.',
  },
  CONFIG_RULE_UNUSED: {
    message: (p: { text: string; tool: string }) =>
      `The permission rule ${JSON.stringify(p.text)} has no effect: no mounted plugin offers ${p.tool}.`,
    fix: (p: { fix: string }) => p.fix,
  },
  CONFIG_MODEL_NEAR: {
    message: (p: { provider: string; id: string; near: string }) =>
      `Loadout does not know the model "${p.id}" of ${p.provider}. Did you mean "${p.near}"?`,
    fix: (p: { near: string }) => `Write ${p.near}. Leave it if the model is newer than this version of Loadout.`,
  },
  CONFIG_HOOK_TYPE: {
    message: (p: Named & { known: readonly string[] }) =>
      `No installed plugin knows the hook type "${p.name}".${hint(p)} Known: ${list(p.known)}.`,
    fix: (p: { fix?: string | undefined }) => p.fix ?? 'Use a known type, or mount the plugin that provides this one.',
  },
  CONFIG_HOOK_INVALID: {
    message: (p: { path: string; problem: string; type: string }) => `${p.path} ${p.problem} (hook type ${p.type}).`,
    fix: (p: { fix?: string | undefined }) => p.fix,
  },
  CONFIG_MCP_SERVER_INVALID: {
    message: (p: { path: string; problem: string }) => `${p.path} ${p.problem} (@loadout/mcp).`,
    fix: (p: { fix?: string | undefined }) => p.fix,
  },
  CONFIG_MCP_SERVER_UNKNOWN: {
    message: (p: Named & { known: readonly string[] }) =>
      `There is no MCP server "${p.name}".${hint(p)} Declared: ${list(p.known)}.`,
    fix: () => 'Declare the server under mcpServers, or correct the name.',
  },
  CONFIG_OUTPUT_SCHEMA: {
    message: (p: { path: string; problem: string }) => `${p.path} is not a JSON Schema that Loadout can check: ${p.problem}.`,
    fix: () => 'Use "type": "object" with properties, and keywords of JSON Schema 2020-12.',
  },
  CONFIG_LITERAL_KEY: {
    message: (p: { path: string }) => `${p.path} looks like a secret key written into the file.`,
    fix: () =>
      'Put the key into the environment and write ${env:NAME}, or declare it under secrets. Then revoke this key and create a new one, because it has been on disk.',
  },
  CONFIG_SECRET_OPTION: {
    message: (p: { path: string }) => `${p.path} is a secret of its plugin, and its value is written into the file.`,
    fix: () => 'Write ${env:NAME} and set the variable, or declare the value under secrets and write ${secret:NAME}.',
  },
  CONFIG_NO_AGENTS: {
    message: () => 'No agent is declared, so there is nothing to run.',
    fix: () => 'Add agents: { helper: { instructions: Answer in one sentence. } }',
  },
  CONFIG_NOT_EDITED: {
    message: (p: { problem: string }) => `The configuration cannot be changed by a command: ${p.problem}.`,
    fix: () => 'Change the file by hand.',
  },
  CONFIG_CREDENTIAL_TOLD: {
    message: (p: { path: string; name: string }) =>
      `${p.path} puts ${p.name}, the credential of a model provider, into a text that the model reads.`,
    fix: () =>
      'Remove the reference. A provider finds its key itself; pass a variable to a program through env of the server or the shell.',
  },
};
