import { hint, list, type Named, plural } from './words.js';

/** Rows of the table: problems with the files of a configuration, their layers and their references. */
export const readingErrors = {
  CONFIG_INVALID: {
    message: (p: { count: number; file: string }) => `${plural(p.count, 'problem')} in the configuration ${p.file}.`,
    fix: (p: { count: number }) => `Correct ${p.count === 1 ? 'it' : 'them'} and run \`loadout check\`.`,
  },
  CONFIG_TWICE: {
    message: (p: { folder: string; first: string; second: string }) =>
      `${p.folder} has two configurations: ${p.first} and ${p.second}.`,
    fix: () => 'Remove one of them, or name one with --config FILE. A folder and its .config count as one.',
  },
  CONFIG_PERSONAL_TWICE: {
    message: (p: { folder: string; first: string; second: string }) => `${p.folder} has both ${p.first} and ${p.second}.`,
    fix: (p: { first: string; second: string }) => `Move the settings of ${p.second} to ${p.first}, and remove ${p.second}.`,
  },
  CONFIG_PERSONAL_PLACE: {
    message: (p: { file: string; config: string }) =>
      `${p.file} is not beside the configuration ${p.config}, so nothing of it would apply.`,
    fix: (p: { to: string }) => `Move it to ${p.to}, or remove it.`,
  },
  CONFIG_PERSONAL_AGENT: {
    message: (p: { name: string; nearest?: string | undefined; known: readonly string[] }) =>
      `The configuration has no agent ${JSON.stringify(p.name)}. A personal file changes agents and adds none.`,
    fix: (p: { nearest?: string | undefined; known: readonly string[] }) =>
      p.nearest === undefined ? `The agents are: ${p.known.join(', ')}.` : `Did you mean ${p.nearest}?`,
  },
  CONFIG_NOT_FOUND: {
    message: (p: { file: string } | { cwd: string }) =>
      'file' in p ? `There is no configuration file ${p.file}.` : `No agent.config.yaml in ${p.cwd} or a folder above it.`,
    fix: (p: { file: string } | { cwd: string }) =>
      'file' in p ? 'Correct the path.' : 'Create one with `loadout init`, or name an existing one with --config FILE.',
  },
  CONFIG_UNREADABLE: {
    message: (p: { file: string; problem: string; fix?: string | undefined }) => `${p.file} cannot be read: ${p.problem}.`,
    fix: (p: { fix?: string | undefined }) => p.fix ?? 'Make it a readable file in UTF-8.',
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
    fix: (p: { foreign?: boolean | undefined }) =>
      p.foreign === true
        ? 'Begin the file with { and end it with }.'
        : 'Start with: agents: { helper: { instructions: Answer in one sentence. } }',
  },
  CONFIG_NUL: {
    message: () => 'This text has a NUL character, which no program, path or variable can hold.',
    fix: () => 'Remove it: \\0 or \\u0000 in the text.',
  },
  CONFIG_OUTSIDE: {
    message: (p: { code: string }) =>
      `The file has a problem here (${p.code}). It is outside of the project, so none of its text is shown.`,
    fix: () => 'Open the file at this place, or copy it into the project.',
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
    message: (p: { chain: readonly string[] }) => `These name each other in a circle: ${p.chain.join(' -> ')}.`,
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
  CONFIG_BUDGET_CHANGED: {
    message: (p: { path: string; value: string; kept: string; from: string }) =>
      `${p.path} is ${p.value} here, but ${p.from} sets ${p.kept}: a budget keeps its period and what it counts.`,
    fix: () => 'Give this budget another name. Both budgets then apply.',
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
  CONFIG_LIMIT_OPEN: {
    message: (p: { path: string; value: string; kept: string; from: string }) =>
      `${p.path} is ${p.value} here, and ${p.from} sets ${p.kept}: which of the two is smaller is not known before they are filled in.`,
    fix: () => 'Write a number in both places, or leave the limit to one of them.',
  },
  CONFIG_CLAUDE_MOUNT: {
    message: (p: { mount: string; problem: string }) => `The plugin plugins.${p.mount} cannot be mounted: ${p.problem}.`,
    fix: (p: { fix: string }) => p.fix,
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
    message: (p: { name: string; text: string }) => `The environment variable ${p.name} is not set.`,
    fix: (p: { name: string; text: string }) =>
      `Set ${p.name}, or give a default: \${env:${p.name}:-default}.${p.text.startsWith('${env:') ? '' : ` Write $${p.text} for the text itself.`}`,
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
};
