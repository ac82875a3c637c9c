import type { Definition } from './definition.js';
import { configFlags, jsonFlag, runFlags } from './shared-flags.js';

const [, output] = runFlags;

export const list = {
  name: 'list',
  summary: 'List what a configuration declares, with file and line.',
  positionals: [{ name: 'agents|tools|hooks|mcp|plugins|skills', help: 'What to list.' }],
  flags: [...configFlags, jsonFlag],
  details: ['Nothing is started. Listing tools loads the plugins.'],
} as const satisfies Definition;

export const models = {
  name: 'models',
  summary: 'Show what is known about the models of a configuration: window, prices, effort.',
  positionals: [],
  flags: [
    ...configFlags,
    { name: 'provider', value: 'NAME', help: 'Show the table of this provider instead, such as openai.' },
    jsonFlag,
  ],
  details: ['No model is called and nothing is fetched. A question mark is an unknown value.'],
} as const satisfies Definition;

export const doctor = {
  name: 'doctor',
  summary: 'Find problems that would stop a run on this machine, and show how to fix them.',
  positionals: [],
  flags: [...configFlags, { name: 'servers', help: 'Also start each MCP server and check it.' }, jsonFlag],
  details: ['No model is called and no key is sent. The exit code is 1 if there is a problem.'],
} as const satisfies Definition;

export const replay = {
  name: 'replay',
  summary: 'Show a recorded run again as it was shown. No model is called and nothing runs.',
  positionals: [{ name: 'run', help: 'A trace.jsonl, the folder that contains it, a session file, a session id, or latest.' }],
  flags: [...configFlags, output, { name: 'verbose', help: 'Also show inputs, results and hooks.' }],
} as const satisfies Definition;
