import type { Definition } from './definition.js';
import { configFlags, jsonFlag, runFlags } from './shared-flags.js';

const [, output] = runFlags;

export const list = {
  name: 'list',
  summary: 'List what a configuration declares, each with its file and line.',
  positionals: [{ name: 'agents|tools|hooks|mcp|plugins|skills', help: 'What to list.' }],
  flags: [...configFlags, jsonFlag],
  details: ['Nothing of it is started; for tools the plugins are loaded.'],
} as const satisfies Definition;

export const doctor = {
  name: 'doctor',
  summary: 'Look for what would stand in the way of a run on this machine, and say what to do about it.',
  positionals: [],
  flags: [...configFlags, { name: 'servers', help: 'Start the MCP servers too, and look at each.' }, jsonFlag],
  details: ['No model is asked and no key is sent anywhere. The exit code is 1 when something is wrong.'],
} as const satisfies Definition;

export const replay = {
  name: 'replay',
  summary: 'Show a run that was recorded, as if it happened now. No model is asked and nothing runs.',
  positionals: [{ name: 'run', help: 'A trace.jsonl or the folder that holds it, the file of a session, its id, or latest.' }],
  flags: [...configFlags, output, { name: 'verbose', help: 'Also show inputs, results and hooks.' }],
} as const satisfies Definition;
