import { configFlags, jsonFlag } from '@loadout/core/commands';
import type { Definition } from './definition.js';

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

const oneSession = { name: 'session', help: 'A session id, the beginning of an id, a name, or latest.' } as const;

export const sessionsName = {
  name: 'sessions name',
  group: 'look',
  summary: 'Name a session, to find it by this name.',
  positionals: [oneSession, { name: 'name', help: 'The name: a text of up to 100 characters on one line.' }],
  flags: [...configFlags],
  examples: ['latest "The fix of the login"'],
} as const satisfies Definition;
