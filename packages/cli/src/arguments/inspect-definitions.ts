import { configFlags, engineFlag, jsonFlag } from '@loadout/core/commands';
import type { Definition } from './definition.js';
import { runFlags } from './shared-flags.js';

const [, output] = runFlags;

export const list = {
  name: 'list',
  group: 'look',
  summary: 'List what a configuration declares, with file and line.',
  positionals: [{ name: 'agents|tools|hooks|mcp|plugins|skills', help: 'What to list.' }],
  flags: [...configFlags, jsonFlag],
  details: ['Nothing is started. Listing tools loads the plugins.'],
  examples: ['agents'],
} as const satisfies Definition;

export const models = {
  name: 'models',
  group: 'look',
  summary: 'Show what is known about the models of a configuration: window, prices, effort.',
  positionals: [],
  flags: [
    ...configFlags,
    { name: 'provider', value: 'NAME', help: 'Show the table of this provider instead, such as openai.' },
    jsonFlag,
  ],
  details: ['No model is called and nothing is fetched. A question mark is an unknown value.'],
  examples: ['--provider openai'],
} as const satisfies Definition;

export const doctor = {
  name: 'doctor',
  group: 'look',
  summary: 'Find problems that would stop a run on this machine, and show how to fix them.',
  positionals: [],
  flags: [...configFlags, { name: 'servers', help: 'Also start each MCP server and check it.' }, jsonFlag],
  details: ['No model is called and no key is sent. The exit code is 1 if there is a problem.'],
  examples: ['--servers'],
} as const satisfies Definition;

export const replay = {
  name: 'replay',
  group: 'look',
  summary: 'Show a recorded run again as it was shown. No model is called and nothing runs.',
  positionals: [{ name: 'run', help: 'A trace.jsonl, the folder that contains it, a session file, a session id, or latest.' }],
  flags: [
    ...configFlags,
    output,
    engineFlag,
    { name: 'verbose', help: 'Also show inputs, results and hooks.' },
    { name: 'step', help: 'Wait for Enter after each answer and each call; q ends. Needs a terminal.' },
  ],
  examples: ['latest --verbose'],
} as const satisfies Definition;

const sessionArgument = {
  name: 'session',
  optional: true,
  help: 'A session id, the beginning of an id, a name, or latest (default).',
} as const;

const oneSession = { name: 'session', help: 'A session id, the beginning of an id, a name, or latest.' } as const;

export const sessionsName = {
  name: 'sessions name',
  group: 'look',
  summary: 'Name a session, to find it by this name.',
  positionals: [oneSession, { name: 'name', help: 'The name: a text of up to 100 characters on one line.' }],
  flags: [...configFlags],
  examples: ['latest "The fix of the login"'],
} as const satisfies Definition;

export const sessionsRepair = {
  name: 'sessions repair',
  group: 'look',
  summary: 'Write a copy of a damaged session without the damaged lines.',
  positionals: [oneSession],
  flags: [...configFlags, jsonFlag],
  details: ['The session itself stays as it is. A call whose result was in a damaged line gets an error in its place.'],
  examples: ['latest'],
} as const satisfies Definition;

export const diff = {
  name: 'diff',
  group: 'look',
  summary: 'Show the files that a session changed.',
  positionals: [sessionArgument],
  flags: [...configFlags, jsonFlag],
  details: [
    'With checkpoints, the files are compared with their state before the session. Without, the changes are those that the calls of the session asked for.',
  ],
  examples: ['latest'],
} as const satisfies Definition;

export const sessionsExport = {
  name: 'sessions export',
  group: 'look',
  summary: 'Print a session as a page of Markdown, or as its events.',
  positionals: [sessionArgument],
  flags: [
    ...configFlags,
    engineFlag,
    { name: 'format', value: 'FORMAT', choices: ['md', 'jsonl'], help: 'md (default) or jsonl.' },
  ],
  details: [
    'Declared secrets are hidden. Everything else that the agent read or wrote is in the page: look before you share it.',
  ],
  examples: ['latest --format jsonl'],
} as const satisfies Definition;
