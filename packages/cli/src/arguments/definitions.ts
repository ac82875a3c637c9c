import { chat } from './chat-definition.js';
import type { Definition } from './definition.js';
import { doctor, list, replay } from './inspect-definitions.js';
import { mcpDoctor, mcpList, mcpLogin, mcpLogout } from './mcp-definitions.js';
import { scheduleList, scheduleRun } from './schedule-definitions.js';
import { serveHttp } from './serve-http-definition.js';
import { agentArgument, configFlags, jsonFlag, runFlags } from './shared-flags.js';
import { importFile, init, newPlugin } from './start-definitions.js';

/** All commands, in the order of the help. Data only: `--help` reads it, and nothing else is loaded for that. */
export const run = {
  name: 'run',
  summary: 'Run an agent once.',
  positionals: [
    { ...agentArgument, help: 'Which agent. A single argument that names none is the prompt.' },
    {
      name: 'prompt',
      optional: true,
      help: "What to ask; - reads standard input. Default: the agent's own prompt, else standard input.",
    },
  ],
  flags: [
    ...configFlags,
    ...runFlags,
    { name: 'resume', value: 'ID', help: 'Go on with a session; latest is the newest of this folder.' },
    { name: 'continue', help: 'The same as --resume latest.' },
  ],
  details: [
    'On a terminal you see all of it. In a pipe, standard output carries the answer alone and standard error the progress.',
    'Ctrl+C interrupts the run so that it can be resumed; a second one ends the process at once.',
  ],
} as const satisfies Definition;

export const resume = {
  name: 'resume',
  summary: 'Go on with a session.',
  positionals: [
    { name: 'session', help: 'Its id, or latest.' },
    { name: 'prompt', optional: true, help: 'What to ask next. Absent: on with what was under way.' },
  ],
  flags: [...configFlags, ...runFlags],
} as const satisfies Definition;

export const check = {
  name: 'check',
  summary: 'Check the configuration and everything that it names, without asking a model.',
  positionals: [],
  flags: [...configFlags, jsonFlag, { name: 'strict', help: 'Warnings are errors.' }],
} as const satisfies Definition;

export const tools = {
  name: 'tools',
  summary: 'Show the tools that the model sees, and what is left out and why.',
  positionals: [agentArgument],
  flags: [...configFlags, jsonFlag],
} as const satisfies Definition;

export const explain = {
  name: 'explain',
  summary: 'Show what the permission rules say of a call, and which rule decides.',
  positionals: [agentArgument, { name: 'call', help: 'Bash(npm test), Read(src/x.ts), or Tool({"key":"value"}).' }],
  flags: [
    ...configFlags,
    { name: 'via', value: 'AGENT', help: 'As it would be decided for the agent when this one has started it.' },
    { name: 'permission-mode', value: 'MODE', choices: runFlags[3].choices, help: 'As if it were this mode.' },
    { name: 'allow', value: 'RULE', repeat: true, help: 'As if this allow rule were there.' },
    { name: 'ask', value: 'RULE', repeat: true, help: 'As if this ask rule were there.' },
    { name: 'deny', value: 'RULE', repeat: true, help: 'As if this deny rule were there.' },
    jsonFlag,
  ],
  details: ['The exit code is 0 whatever the decision is. Hooks do not run; one of them may decide otherwise.'],
} as const satisfies Definition;

export const context = {
  name: 'context',
  summary: 'Show what an agent costs in tokens before the first word.',
  positionals: [agentArgument],
  flags: [...configFlags, jsonFlag],
} as const satisfies Definition;

export const sessions = {
  name: 'sessions',
  summary: 'List the sessions of this folder, the newest first.',
  positionals: [],
  flags: [...configFlags, { name: 'all', help: 'All of them, not only the newest 20.' }, jsonFlag],
} as const satisfies Definition;

export const schema = {
  name: 'schema',
  summary: 'Write a JSON Schema of the configuration for your editor, with the options of the plugins installed here.',
  positionals: [],
  flags: [
    { name: 'out', value: 'FILE', help: 'Default: .loadout/schema.json.' },
    { name: 'print', help: 'Print it instead.' },
    { name: 'cwd', value: 'DIR', help: 'The folder whose plugins count. Default: the current one.' },
  ],
} as const satisfies Definition;

export const configPrint = {
  name: 'config print',
  summary: 'Print the configuration as Loadout reads it.',
  positionals: [],
  flags: [
    ...configFlags,
    { name: 'resolved', help: 'With presets, profiles and variables filled in, as JSON.' },
    { name: 'origins', help: 'One line a value, with the place that it comes from.' },
  ],
} as const satisfies Definition;

export const trust = {
  name: 'trust',
  summary: 'Show what acts in a configuration, and trust it: hooks, servers, plugins, allow rules and what else reaches out.',
  positionals: [],
  flags: [
    { name: 'config', short: 'c', value: 'FILE', help: 'The configuration. Default: agent.config.* here or in a folder above.' },
    { name: 'cwd', value: 'DIR', help: 'The folder to work in. Default: the current one.' },
    { name: 'yes', help: 'Do not ask, and trust it as it is now.' },
    { name: 'folder', help: 'Do not ask, and trust this folder from now on, whatever changes in it. For your own work.' },
    { name: 'hash', value: 'SHA256', help: 'Do not ask, and trust it only if it has this hash.' },
    { name: 'show', help: 'Only show it. The exit code is 6 while it is not trusted.' },
    { name: 'revoke', help: 'Trust this folder no more.' },
    {
      name: 'claude',
      help: 'What a program of the Agent SDKs reads here: .claude and .mcp.json. Default where there is no configuration.',
    },
    jsonFlag,
  ],
  details: [
    'The answer holds for this content, or for this folder from now on. When the content changes, the question shows what changed.',
    'Until then such parts are left out of a run; deny and ask rules, prompts, models and limits hold at once.',
  ],
} as const satisfies Definition;

export const hooksTest = {
  name: 'hooks test',
  summary: 'Run the hooks of an event that did not happen, and show what each answers.',
  positionals: [{ name: 'event', help: 'PreToolUse, PostToolUse, UserPromptSubmit, Stop, …' }],
  flags: [
    ...configFlags,
    { name: 'agent', value: 'NAME', help: 'Whose hooks. May be left out when the configuration has one agent.' },
    { name: 'tool', value: 'NAME', help: 'Of an event about a call: the tool that would be called.' },
    { name: 'input', value: 'JSON', help: "The call's input. Default: {}." },
    {
      name: 'field',
      value: 'KEY=VALUE',
      repeat: true,
      help: 'Another field of the event: prompt=Go, source=resume. JSON, or else text.',
    },
    jsonFlag,
  ],
  details: [
    'The hooks run for real, and so does what they start. Nothing else of a run happens: no session, no tool, no model is asked.',
    'The exit code is 0 whatever they answer.',
  ],
} as const satisfies Definition;

export const lock = {
  name: 'lock',
  summary: 'Write loadout.lock: the plugins, hooks, scripts and MCP tools that act, as they are now. Commit it.',
  positionals: [],
  flags: configFlags,
  details: [
    'With a lock beside the configuration, a run loads only what is as it was locked; else the exit code is 6.',
    'MCP servers that are trusted are started for it, and each tool stands in it with a fingerprint of its description and schema.',
    'Packages stand in it with their version and the integrity of package-lock.json, or a hash of their files where it has none.',
  ],
} as const satisfies Definition;

export const lockVerify = {
  name: 'lock verify',
  summary: 'Compare loadout.lock with what is here, and show what differs. The exit code is 6 when something does.',
  positionals: [],
  flags: [...configFlags, jsonFlag],
} as const satisfies Definition;

const pluginFlags = [
  { name: 'config', short: 'c', value: 'FILE', help: 'The configuration. Default: agent.config.* here or in a folder above.' },
  { name: 'cwd', value: 'DIR', help: 'The folder to work in. Default: the current one.' },
] as const;

export const add = {
  name: 'add',
  summary: 'Install a plugin with npm, show what it touches, mount it in the configuration, and lock it.',
  positionals: [{ name: 'package', help: 'As npm takes it: a name, name@range, or a packed file.' }],
  flags: [...pluginFlags, { name: 'as', value: 'NAME', help: 'The mount, which the names of its tools begin with.' }],
  details: ['Scripts of packages do not run. A plugin that did not come with Loadout is off until loadout trust.'],
} as const satisfies Definition;

export const remove = {
  name: 'remove',
  summary: 'Take a plugin out of the configuration and the lock, and uninstall its package with npm.',
  positionals: [{ name: 'plugin', help: 'Its mount, or its package.' }],
  flags: pluginFlags,
} as const satisfies Definition;

export const serveMcp = {
  name: 'serve mcp',
  summary: "Serve an agent's tools, and the agent itself as agent_prompt, to MCP clients.",
  positionals: [agentArgument],
  flags: [
    ...configFlags,
    { name: 'plugin', value: 'NAME', help: 'Only the tools of this plugin: its mount, or its package.' },
    { name: 'permission-mode', value: 'MODE', choices: runFlags[3].choices, help: runFlags[3].help },
    { name: 'allow', value: 'RULE', repeat: true, help: runFlags[4].help },
    { name: 'ask', value: 'RULE', repeat: true, help: runFlags[5].help },
    { name: 'deny', value: 'RULE', repeat: true, help: runFlags[6].help },
    { name: 'http', help: 'Over HTTP on 127.0.0.1, not over standard input and output.' },
    { name: 'port', value: 'PORT', help: 'With --http: the port. Default: one that is free.' },
    { name: 'token-env', value: 'NAME', help: 'With --http: the token is in this variable. Default: a new one, printed once.' },
  ],
  details: [
    "Calls run under the agent's own rules, with its hooks. Nobody is there to ask: what would be asked is denied, with the reason.",
    'Standard output carries the protocol alone. It ends with its client, or with Ctrl+C.',
  ],
} as const satisfies Definition;

export const definitions: readonly Definition[] = [
  run,
  chat,
  resume,
  check,
  tools,
  explain,
  context,
  list,
  doctor,
  sessions,
  replay,
  schema,
  init,
  newPlugin,
  importFile,
  configPrint,
  hooksTest,
  trust,
  lock,
  lockVerify,
  add,
  remove,
  mcpList,
  mcpDoctor,
  mcpLogin,
  mcpLogout,
  serveMcp,
  serveHttp,
  scheduleRun,
  scheduleList,
];
