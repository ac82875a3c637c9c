import { agentArgument, configFlags, engineFlag, jsonFlag, ruleFlags } from '@loadout/core/commands';
import { chat } from './chat-definition.js';
import { completion } from './completion-definition.js';
import type { Definition } from './definition.js';
import { submit } from './engine-definitions.js';
import { diff, doctor, list, models, replay, sessionsExport, sessionsName, sessionsRepair } from './inspect-definitions.js';
import { mcpAdd, mcpAddJson, mcpGet, mcpRemove } from './mcp-definitions.js';
import { run } from './run-definition.js';
import { scheduleList, scheduleRun } from './schedule-definitions.js';
import { runFlags, viewFlag } from './shared-flags.js';
import { init, newPlugin, pluginDoctor } from './start-definitions.js';
import { add, lock, lockVerify, remove, trust, update } from './trust-definitions.js';

/** The definitions are plain data, so `--help` loads nothing else. */
export const resume = {
  name: 'resume',
  group: 'run',
  summary: 'Continue a session.',
  positionals: [
    { name: 'session', help: 'The id of the session, the beginning of its id, its name, or latest.' },
    { name: 'prompt', optional: true, help: 'The next prompt. Default: continue the interrupted work.' },
  ],
  flags: [
    ...configFlags,
    ...runFlags,
    viewFlag,
    { name: 'engine', help: 'Continue a session of the engine, and wait for its answer. A prompt is required.' },
  ],
  examples: ['latest', 'latest "Now write the tests."'],
} as const satisfies Definition;

export const check = {
  name: 'check',
  group: 'first steps',
  summary: 'Check the configuration and all that it refers to, without a model.',
  positionals: [],
  flags: [...configFlags, jsonFlag, { name: 'strict', help: 'Treat warnings as errors.' }],
  examples: ['--strict'],
} as const satisfies Definition;

export const tools = {
  name: 'tools',
  group: 'look',
  summary: 'Show the tools that the model sees, and why others are left out.',
  positionals: [agentArgument],
  flags: [...configFlags, jsonFlag],
  examples: ['reviewer'],
} as const satisfies Definition;

export const explain = {
  name: 'explain',
  group: 'look',
  summary: 'Show whether a call would be allowed, and which rule decides.',
  positionals: [agentArgument, { name: 'call', help: 'Bash(npm test), Read(src/x.ts), or Tool({"key":"value"}).' }],
  flags: [
    ...configFlags,
    { name: 'via', value: 'AGENT', help: 'Decide as if AGENT had started the agent as a subagent.' },
    { name: 'permission-mode', value: 'MODE', choices: ruleFlags[0].choices, help: 'Decide as if this mode were set.' },
    { name: 'allow', value: 'RULE', repeat: true, help: 'Decide as if this allow rule existed.' },
    { name: 'ask', value: 'RULE', repeat: true, help: 'Decide as if this ask rule existed.' },
    { name: 'deny', value: 'RULE', repeat: true, help: 'Decide as if this deny rule existed.' },
    jsonFlag,
  ],
  details: ['The exit code is 0 for every decision. Hooks do not run, and a hook may decide differently in a run.'],
  examples: ['reviewer "Bash(npm test && git push)"', 'reviewer "Read(.env)" --deny "Read(**/.env)"'],
} as const satisfies Definition;

export const context = {
  name: 'context',
  group: 'look',
  summary: 'Show how many tokens an agent uses before the first prompt.',
  positionals: [agentArgument],
  flags: [...configFlags, jsonFlag],
  examples: ['reviewer'],
} as const satisfies Definition;

export const sessions = {
  name: 'sessions',
  group: 'look',
  summary: 'List the sessions of this folder, newest first.',
  positionals: [],
  flags: [...configFlags, engineFlag, { name: 'all', help: 'List all sessions, not only the newest 20.' }, jsonFlag],
  examples: ['--all'],
} as const satisfies Definition;

export const schema = {
  name: 'schema',
  group: 'first steps',
  summary: 'Write a JSON Schema of the configuration for your editor, including the options of the installed plugins.',
  positionals: [],
  flags: [
    { name: 'out', value: 'FILE', help: 'The file to write. Default: .loadout/schema.json.' },
    { name: 'print', help: 'Print the schema instead of writing a file.' },
    { name: 'cwd', value: 'DIR', help: 'The folder whose plugins are included. Default: the current folder.' },
  ],
  examples: ['--out schema.json'],
} as const satisfies Definition;

export const configPrint = {
  name: 'config print',
  group: 'look',
  summary: 'Print the configuration as Loadout reads it, with all its files merged.',
  positionals: [],
  flags: [
    ...configFlags,
    { name: 'resolved', help: 'Fill in presets, profiles and variables, and print JSON.' },
    { name: 'origins', help: 'Print one line per value, with the place where it is set.' },
  ],
  examples: ['--resolved'],
} as const satisfies Definition;

export const skillCheck = {
  name: 'skill check',
  group: 'look',
  summary: 'Check skills for this program and for others: frontmatter, names, lengths, and the files that they name.',
  positionals: [
    {
      name: 'folder',
      optional: true,
      help: 'A skill, or a folder of skills. Default: .agents/skills and .claude/skills.',
    },
  ],
  flags: [jsonFlag],
  examples: ['.claude/skills'],
} as const satisfies Definition;

export const hooksTest = {
  name: 'hooks test',
  group: 'look',
  summary: 'Run the hooks of an event with a sample input, and show what each hook answers.',
  positionals: [{ name: 'event', help: 'PreToolUse, PostToolUse, UserPromptSubmit, Stop, …' }],
  flags: [
    ...configFlags,
    { name: 'agent', value: 'NAME', help: 'The agent whose hooks run. Optional if the configuration has one agent.' },
    { name: 'tool', value: 'NAME', help: 'The tool that would be called, for events about a tool call.' },
    { name: 'input', value: 'JSON', help: 'The input of the call. Default: {}.' },
    {
      name: 'field',
      value: 'KEY=VALUE',
      repeat: true,
      help: 'Another field of the event, such as prompt=Go or source=resume. The value is parsed as JSON, else taken as text.',
    },
    jsonFlag,
  ],
  details: [
    'The hooks really run, with every program they start. Nothing else happens: no session, no tool call, no model request.',
    'The exit code is 0 for every answer.',
  ],
  examples: [`PreToolUse --tool Bash --input '{"command": "rm -rf build"}'`],
} as const satisfies Definition;

/** All commands, in the order of the help. */
export const definitions: readonly Definition[] = [
  run,
  chat,
  resume,
  init,
  check,
  tools,
  explain,
  context,
  list,
  models,
  doctor,
  sessions,
  sessionsExport,
  sessionsName,
  sessionsRepair,
  diff,
  replay,
  schema,
  newPlugin,
  pluginDoctor,
  configPrint,
  hooksTest,
  skillCheck,
  trust,
  lock,
  lockVerify,
  add,
  remove,
  update,
  mcpAdd,
  mcpAddJson,
  mcpRemove,
  mcpGet,
  scheduleRun,
  scheduleList,
  submit,
  completion,
];
