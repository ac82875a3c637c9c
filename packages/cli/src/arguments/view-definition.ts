import type { Definition } from './definition.js';
import { configFlags, engineFlag, jsonFlag } from './shared-flags.js';

const recording = {
  optional: true,
  help: 'A session id, latest, or a file: a session, a trace.jsonl, the output of --output stream-json, a transcript of Claude Code, or OTLP spans as lines of JSON.',
} as const;

export const view = {
  name: 'view',
  summary: 'Show a run as a page in your browser: each step, the rule that decided it, its cost and its time.',
  positionals: [
    { name: 'session', ...recording, help: `${recording.help} Default: latest.` },
    { name: 'other', optional: true, help: 'A second recording, to compare the two.' },
  ],
  flags: [
    ...configFlags,
    { name: 'export', value: 'FILE', help: 'Write one HTML file that opens without a server, instead of serving the page.' },
    { name: 'whole', help: 'With --export: keep long results, large files, pictures and the raw records.' },
    { name: 'no-results', help: 'With --export: leave out the results of calls.' },
    { name: 'no-open', help: 'Print the address and do not open a browser.' },
    engineFlag,
    { name: 'port', value: 'PORT', help: 'The port on 127.0.0.1. Default: any free port.' },
    jsonFlag,
  ],
  details: [
    'The page follows a session that is still running. The address holds a token that opens the page once. Nothing can be changed through the page, and nothing leaves this machine. Ctrl+C ends the server.',
    'An export has no declared secrets, no keys of a known form and no path of your home folder. Everything else that the agent read or wrote may be in it: look before you share it.',
  ],
} as const satisfies Definition;
