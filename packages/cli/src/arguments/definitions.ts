import { agentArgument, type CommandDefinition, configFlags, engineFlag, jsonFlag, placeFlags } from '@loadout/core/commands';
import { chat, resume, run } from './run-definitions.js';

export const check = {
  name: 'check',
  group: 'first steps',
  summary: 'Check the configuration and all that it refers to, without a model.',
  positionals: [],
  flags: [...configFlags, jsonFlag, { name: 'strict', help: 'Treat warnings as errors.' }],
  examples: ['--strict'],
} as const satisfies CommandDefinition;

export const tools = {
  name: 'tools',
  group: 'look',
  summary: 'Show the tools that the model sees, and why others are left out.',
  positionals: [agentArgument],
  flags: [...configFlags, jsonFlag],
  examples: ['reviewer'],
} as const satisfies CommandDefinition;

export const sessions = {
  name: 'sessions',
  group: 'look',
  summary: 'List the sessions of this folder, newest first.',
  positionals: [],
  flags: [...configFlags, engineFlag, { name: 'all', help: 'List all sessions, not only the newest 20.' }, jsonFlag],
  examples: ['--all'],
} as const satisfies CommandDefinition;

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
} as const satisfies CommandDefinition;

const oneSession = { name: 'session', help: 'A session id, the beginning of an id, a name, or latest.' } as const;

export const sessionsName = {
  name: 'sessions name',
  group: 'look',
  summary: 'Name a session, to find it by this name.',
  positionals: [oneSession, { name: 'name', help: 'The name: a text of up to 100 characters on one line.' }],
  flags: [...configFlags],
  examples: ['latest "The fix of the login"'],
} as const satisfies CommandDefinition;

export const completion = {
  name: 'completion',
  group: 'first steps',
  summary: 'Print a script that completes commands, flags and names in your shell.',
  positionals: [{ name: 'bash|zsh|fish', help: 'The shell.' }],
  flags: [],
  details: [
    'bash: add to ~/.bashrc: source <(loadout completion bash)',
    'zsh: add to ~/.zshrc, after compinit: source <(loadout completion zsh)',
    'fish: loadout completion fish > ~/.config/fish/completions/loadout.fish',
  ],
  examples: ['bash'],
} as const satisfies CommandDefinition;

export const trust = {
  name: 'trust',
  group: 'first steps',
  summary: 'Show what acts in a configuration, such as hooks and servers, and trust it.',
  positionals: [],
  flags: [
    ...placeFlags,
    { name: 'yes', excludes: ['folder', 'hash', 'show', 'revoke'], help: 'Trust the current content without asking.' },
    {
      name: 'folder',
      excludes: ['hash', 'show', 'revoke'],
      help: 'Trust this folder from now on, including later changes, without asking. For your own work.',
    },
    {
      name: 'hash',
      value: 'SHA256',
      excludes: ['show', 'revoke'],
      help: 'Trust the content without asking if it has this hash.',
    },
    { name: 'show', excludes: ['revoke'], help: 'Only show the parts. The exit code is 6 if they are not trusted.' },
    { name: 'revoke', help: 'Remove the trust for this folder.' },
    {
      name: 'claude',
      excludes: ['config'],
      help: 'Look at .claude and .mcp.json instead, as an Agent SDK program reads them. Default if there is no configuration.',
    },
    jsonFlag,
  ],
  details: [
    'The answer applies to the current content, or to this folder from now on. When the content changes, the question shows the differences.',
    'Until you trust these parts, runs leave them out. Deny and ask rules, prompts, models and limits apply at once.',
  ],
  examples: ['--show', '--folder'],
} as const satisfies CommandDefinition;

export const lock = {
  name: 'lock',
  group: 'share',
  summary: 'Write loadout.lock, the record of plugins, hooks and MCP tools in use.',
  positionals: [],
  flags: configFlags,
  details: [
    'With a lock beside the configuration, a run loads only what matches the lock. On a mismatch, the exit code is 6.',
    'Servers of a registry are looked up. Trusted MCP servers are started, and the lock records a fingerprint of each tool: its description and its schema.',
    'Packages are recorded with their version and the integrity from package-lock.json, or a hash of their files if there is none.',
  ],
  examples: ['--profile ci'],
} as const satisfies CommandDefinition;

export const lockVerify = {
  name: 'lock verify',
  group: 'share',
  summary: 'Compare loadout.lock with the installed parts, and show the differences. The exit code is 6 if there are any.',
  positionals: [],
  flags: [...configFlags, jsonFlag],
  examples: ['--json'],
} as const satisfies CommandDefinition;

/** All commands, in the order of the help. The definitions are plain data, so `--help` loads nothing else. */
export const definitions: readonly CommandDefinition[] = [
  run,
  chat,
  resume,
  check,
  tools,
  sessions,
  sessionsName,
  configPrint,
  trust,
  lock,
  lockVerify,
  completion,
];
