import { defineErrors } from '@loadout/core';

type Named = { name: string; nearest?: string | undefined };
const hint = (p: { nearest?: string | undefined }) => (p.nearest === undefined ? '' : ` Did you mean "${p.nearest}"?`);
const list = (names: readonly string[]) => names.join(', ') || '(none)';
const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Every error and warning of this package. `docs/reference/errors.md` is generated from it. */
export const table = {
  CONFIG_INVALID: {
    message: (p: { count: number; file: string }) => `${plural(p.count, 'problem')} in the configuration ${p.file}.`,
    fix: () => 'Correct them and run `loadout check`.',
  },
  CONFIG_NOT_FOUND: {
    message: (p: { file: string } | { cwd: string }) =>
      'file' in p ? `There is no configuration file ${p.file}.` : `No agent.config.yaml in ${p.cwd} or a folder above it.`,
    fix: (p: { file: string } | { cwd: string }) =>
      'file' in p ? 'Correct the path.' : 'Create one with `loadout init`, or name an existing one with --config FILE.',
  },
  CONFIG_UNREADABLE: {
    message: (p: { file: string; problem: string }) => `${p.file} cannot be read: ${p.problem}.`,
    fix: () => 'Make it a readable file in UTF-8.',
  },
  CONFIG_TOO_LARGE: {
    message: (p: { file: string; size: string; limit: string }) => `${p.file} is too large: ${p.size}; the limit is ${p.limit}.`,
    fix: () => 'Move long instructions to separate files (instructions: { file: … }), and agents to files listed under include.',
  },
  CONFIG_TOO_DEEP: {
    message: (p: { limit: number }) => `Maps and lists are nested more than ${p.limit} levels deep here.`,
    fix: () => 'Flatten this part.',
  },
  CONFIG_SYNTAX: {
    message: (p: { problem: string; format: 'YAML' | 'JSON'; fix?: string | undefined }) =>
      `This is not valid ${p.format}: ${p.problem}.`,
    fix: (p: { fix?: string | undefined }) => p.fix,
  },
  CONFIG_SEVERAL_DOCUMENTS: {
    message: () => 'The file holds more than one YAML document; a second one starts here.',
    fix: () =>
      'Keep one document and remove the line "---", or move the second document to a separate file and name it in extends.',
  },
  CONFIG_TAG: {
    message: (p: { tag: string }) => `The YAML tag ${p.tag} is not allowed.`,
    fix: () =>
      'Remove the tag. Put quotes around a value to make it text; without quotes, numbers, true and false keep their type.',
  },
  CONFIG_ALIAS: {
    message: (p: { name: string; problem: string }) => `The alias *${p.name} ${p.problem}.`,
    fix: () => 'Write the value in full, or move the shared part to defaults or to a file named in extends.',
  },
  CONFIG_DUPLICATE_KEY: {
    message: (p: { key: string; line: number }) => `The key "${p.key}" appears twice; the first is on line ${p.line}.`,
    fix: () => 'Merge the two entries into one.',
  },
  CONFIG_KEY_FORBIDDEN: {
    message: (p: { key: string }) => `The key "${p.key}" is not allowed anywhere in a configuration.`,
    fix: () => 'Choose a different name.',
  },
  CONFIG_KEY_NOT_TEXT: {
    message: (p: { found: string }) => `A key must be text, but this one is ${p.found}.`,
    fix: (p: { quoted?: string | undefined }) => (p.quoted === undefined ? 'Use a plain name as the key.' : `Write ${p.quoted}.`),
  },
  CONFIG_NOT_A_MAP: {
    message: (p: { found: string }) => `A configuration must be a map at the top level, but this file is ${p.found}.`,
    fix: () => 'Start with: agents: { helper: { instructions: Answer in one sentence. } }',
  },
  CONFIG_VALUE: {
    message: (p: { found: string }) =>
      `A configuration may contain only text, numbers, true, false, lists and maps, but this value is ${p.found}.`,
    fix: () => 'Export plain data.',
  },
  CONFIG_MODULE: {
    message: (p: { file: string; problem: string }) => `${p.file} could not be loaded: ${p.problem}`,
    fix: () => 'Write a module whose default export is the configuration.',
  },
  CONFIG_CYCLE: {
    message: (p: { chain: readonly string[] }) => `The files name each other in a circle: ${p.chain.join(' -> ')}.`,
    fix: () => 'Remove one of these references.',
  },
  CONFIG_EXTENDS: {
    message: (p: { target: string; problem: string }) => `Cannot extend "${p.target}": ${p.problem}.`,
    fix: (p: { fix?: string | undefined }) => p.fix,
  },
  CONFIG_INCLUDE: {
    message: (p: { target: string; problem: string }) => `Cannot include "${p.target}": ${p.problem}.`,
    fix: () =>
      'Name files such as agents/reviewer.agent.yaml, or a pattern such as agents/*.agent.yaml, relative to the folder of this file.',
  },
  CONFIG_AGENT_TWICE: {
    message: (p: { name: string; first: string }) => `The agent "${p.name}" is declared twice; the other place is ${p.first}.`,
    fix: () => 'Rename or remove one of them.',
  },
  CONFIG_ONLY_NARROWS: {
    message: (p: { what: string; from: string }) =>
      `null cannot remove ${p.what}, which ${p.from} sets: such settings can only become stricter.`,
    fix: (p: { from: string }) => `Change it in ${p.from}, or do not extend that file.`,
  },
  CONFIG_SANDBOX_LOOSER: {
    message: (p: { path: string; found: string; wanted: string; from: string }) =>
      `${p.path} is ${p.found} here, but ${p.from} requires ${p.wanted}: a sandbox can only become stricter.`,
    fix: (p: { from: string }) => `Remove it here, or change it in ${p.from}.`,
  },
  CONFIG_LIMIT_KEPT: {
    message: (p: { path: string; value: string; kept: string; from: string }) =>
      `${p.path} is ${p.value} here, but ${p.from} sets ${p.kept}: the smaller limit applies.`,
    fix: (p: { from: string }) => `Remove it here, or raise it in ${p.from}.`,
  },
  CONFIG_COMPAT_LOST: {
    message: (p: { file: string; key: string; problem: string }) => `${p.file}: ${p.key} is ignored: ${p.problem}.`,
    fix: (p: { fix?: string | undefined }) => p.fix,
  },
  CONFIG_CLAUDE_PLUGIN: {
    message: (p: { path: string; problem: string }) => `The plugin in ${p.path} is left out: ${p.problem.replace(/\.$/, '')}.`,
    fix: () => 'Correct the plugin. The other plugins are still used.',
  },
  CONFIG_COMPAT_CODE: {
    message: (p: { file: string; key: string }) =>
      `${p.file} cannot use ${p.key}, because it is code: the parts that need trust could not be shown before the code runs.`,
    fix: () => 'Write the configuration as YAML or JSON.',
  },
  CONFIG_SKILL_UNKNOWN: {
    message: (p: Named & { known: readonly string[] }) => `There is no skill "${p.name}".${hint(p)} Available: ${list(p.known)}.`,
    fix: () => 'Add the folder of the skill under skills, or correct the name.',
  },
  CONFIG_SKILL_ALIAS: {
    message: (p: { alias: string; skill: string; other: string }) =>
      `The skill ${p.skill} cannot have the alias ${p.alias}: that name is taken by ${p.other}.`,
    fix: (p: { alias: string }) => `Remove ${p.alias} from its aliases.`,
  },
  CONFIG_SUBAGENT_UNKNOWN: {
    message: (p: Named & { agent: string; known: readonly string[] }) =>
      `The agent "${p.agent}" cannot start "${p.name}": there is no such agent.${hint(p)} Available: ${list(p.known)}.`,
    fix: () => 'Declare the agent under agents, or correct the name.',
  },
  CONFIG_SUBAGENTS_UNSTARTED: {
    message: (p: { agent: string }) => `The agent "${p.agent}" lists subagents, but does not have the tool Agent to start them.`,
    fix: (p: { fix: string }) => p.fix,
  },
  CONFIG_SUBAGENT_DEPTH: {
    message: (p: { agent: string; name: string; tool: string }) =>
      `The agent "${p.name}" lists ${p.tool}, but does not get it when "${p.agent}" starts it: there, agents may start agents only one level deep.`,
    fix: (p: { agent: string; name: string; tool: string }) =>
      `Write limits: { subagentDepth: 2 } in ${p.agent}, or remove ${p.tool} from the tools of ${p.name}.`,
  },
  CONFIG_GRANT_IDLE: {
    message: (p: { text: string; by: string; where: string }) =>
      `The grant ${JSON.stringify(p.text)} has no effect: ${p.by} (${p.where}) applies, and no grant can answer that rule.`,
    fix: () => 'Remove the grant, or narrow that rule.',
  },
  CONFIG_PROFILE: {
    message: (p: Named & { known: readonly string[] }) =>
      `There is no profile "${p.name}".${hint(p)} ${p.known.length === 0 ? 'This configuration has no profiles.' : `Known: ${list(p.known)}.`}`,
    fix: () => 'Use a name that is declared under profiles.',
  },
  CONFIG_INTERPOLATION: {
    message: (p: { text: string; problem: string }) => `${p.text} ${p.problem}.`,
    fix: (p: { fix?: string | undefined }) =>
      p.fix ??
      'Known: ${env:NAME}, ${env:NAME:-default}, ${secret:NAME}, ${param:NAME}, ${file:path}, ${configDir}, ${workspace}. Write $$ for a plain $.',
  },
  CONFIG_ENV_UNSET: {
    message: (p: { name: string }) => `The environment variable ${p.name} is not set.`,
    fix: (p: { name: string }) => `Set ${p.name}, or give a default: \${env:${p.name}:-default}.`,
  },
  CONFIG_SECRET_UNKNOWN: {
    message: (p: Named & { known: readonly string[] }) =>
      `The secret "${p.name}" is not declared.${hint(p)} Declared: ${list(p.known)}.`,
    fix: (p: Named) =>
      `${p.nearest === undefined ? 'Add' : `Write \${secret:${p.nearest}}, or add`} to secrets: ${p.name}: { env: ${p.name} }`,
  },
  CONFIG_SECRET_FAILED: {
    message: (p: { name: string; problem: string }) => `The secret "${p.name}" has no value: ${p.problem}.`,
    fix: () => 'Provide the value, or set required: false to continue with an empty value.',
  },
  CONFIG_PARAM_MISSING: {
    message: (p: { name: string; agent: string }) => `The agent "${p.agent}" needs the param "${p.name}", which was not given.`,
    fix: (p: { name: string }) => `Pass --param ${p.name}=<value>, or add a default under params.`,
  },
  CONFIG_PARAM_UNKNOWN: {
    message: (p: Named & { known: readonly string[] }) => `There is no param "${p.name}".${hint(p)} Declared: ${list(p.known)}.`,
    fix: (p: Named) =>
      `${p.nearest === undefined ? 'Declare' : `Use ${p.nearest}, or declare`} the param in the agent: params: { ${p.name}: { type: string } }`,
  },
  CONFIG_PARAM_VALUE: {
    message: (p: { name: string; type: string; value: string; from: string }) =>
      `The param "${p.name}" must be ${p.type}, but ${p.from} is ${p.value}.`,
  },
  CONFIG_UNKNOWN_KEY: {
    message: (p: { key: string; where: string; nearest?: string | undefined }) =>
      `Unknown key "${p.key}" in ${p.where}.${hint(p)}`,
    fix: (p: { key: string; nearest?: string | undefined; known: readonly string[]; fix?: string | undefined }) =>
      p.fix ??
      (p.nearest === undefined ? `Known keys: ${list(p.known)}. Start your own keys with x-.` : `Rename it to "${p.nearest}".`),
  },
  CONFIG_KEY_NOT_YET: {
    message: (p: { key: string; where: string }) => `"${p.key}" in ${p.where} is not supported in this version of Loadout.`,
    fix: (p: { key: string }) => `Remove the key, or rename it to x-${p.key} to keep it unread.`,
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
    fix: (p: { allowed: readonly string[]; fix?: string | undefined }) =>
      p.fix ?? `Use ${p.allowed.length > 1 ? 'one of: ' : ''}${list(p.allowed)}.`,
  },
  CONFIG_VALUE_REFUSED: {
    message: (p: { path: string; problem: string }) => `${p.path} ${p.problem}.`,
    fix: (p: { fix?: string | undefined }) => p.fix,
  },
  CONFIG_NAME: {
    message: (p: { name: string; kind: string }) => `${JSON.stringify(p.name)} is not a name for ${p.kind}.`,
    fix: (p: { rule: string }) => `Use ${p.rule}.`,
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
  },
  CONFIG_TOOL_CASE: {
    message: (p: { name: string; right: string }) => `The tool is called "${p.right}", not "${p.name}".`,
    fix: (p: { right: string }) => `Write ${p.right}.`,
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
  CONFIG_RULE_UNUSED: {
    message: (p: { text: string; tool: string }) =>
      `The permission rule ${JSON.stringify(p.text)} has no effect: no mounted plugin offers ${p.tool}.`,
    fix: (p: { fix: string }) => p.fix,
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
  IMPORT_UNKNOWN: {
    message: (p: { file: string; formats: readonly string[] }) =>
      `${p.file} cannot be imported: its content is not a known format (${list(p.formats)}).`,
    fix: (p: { formats: readonly string[] }) => `If the file has one of these formats, name it: --from ${p.formats.join('|')}`,
  },
  CONFIG_NO_AGENTS: {
    message: () => 'No agent is declared, so there is nothing to run.',
    fix: () => 'Add agents: { helper: { instructions: Answer in one sentence. } }',
  },
  CONFIG_NOT_EDITED: {
    message: (p: { problem: string }) => `The configuration cannot be changed by a command: ${p.problem}.`,
    fix: () => 'Change the plugins in the file by hand.',
  },
  CONFIG_CREDENTIAL_TOLD: {
    message: (p: { path: string; name: string }) =>
      `${p.path} puts ${p.name}, the credential of a model provider, into a text that the model reads.`,
    fix: () =>
      'Remove the reference. A provider finds its key itself; pass a variable to a program through env of the server or the shell.',
  },
  TRUST_FOLDER_OPEN: {
    message: (p: { problem: string }) => `This folder cannot be trusted from now on: ${p.problem}.`,
    fix: () =>
      'Remove write access for others, for example with: chmod o-w,g-w FOLDER. Or trust only the current content: loadout trust --yes',
  },
  TRUST_NEEDED: {
    message: (p: { config: string; what: string; changes?: string | undefined }) =>
      `${p.config} is not trusted, and ${p.what}.${p.changes === undefined ? '' : ` Since you trusted it:\n${p.changes}`}`,
    fix: (p: { hash: string }) =>
      `Review and trust it with: loadout trust. Without a terminal, set LOADOUT_TRUST=${p.hash}, or pass --trust with that hash.`,
  },
  TRUST_WAITS: {
    message: (p: { file: string; what: string }) => `${p.file}: ${p.what} is ignored, because this folder is not trusted.`,
    fix: (p: { hash: string }) => `Trust the folder in Claude Code, or set LOADOUT_TRUST=${p.hash}.`,
  },
  TRUST_RECORD: {
    message: (p: { file: string; problem: string }) => `The record of what you trust, ${p.file}, cannot be used: ${p.problem}.`,
    fix: (p: { file: string }) =>
      `Restrict its permissions with: chmod 600 ${p.file}. If you did not create the file, remove it.`,
  },
  TRUST_TOO_LARGE: {
    message: (p: { root: string; files: number; mebibytes: number }) =>
      `The parts of ${p.root} that need trust are too large to check: more than ${p.files} files or ${p.mebibytes} MiB.`,
    fix: () => 'Move the files that hooks, servers and plugins need to a separate folder, or publish them as a package.',
  },
  LOCK_CHANGED: {
    message: (p: { file: string; lines: readonly string[] }) =>
      `The configuration does not match ${p.file} (- locked, + found):\n${p.lines.map((line) => `  ${line}`).join('\n')}`,
    fix: () =>
      'If the change is intended, update the lock with: loadout lock. Otherwise install the locked versions with: npm ci.',
  },
  LOCK_INVALID: {
    message: (p: { file: string; problem: string }) => `The lock file ${p.file} cannot be used: ${p.problem}.`,
    fix: () => 'Restore the file from version control, or write a new one with: loadout lock.',
  },
  LOCK_MISSING: {
    message: (p: { file: string }) => `There is no ${p.file} to verify.`,
    fix: () => 'Write one with: loadout lock. Then commit it.',
  },
};

export const errors = defineErrors(table);
