import type { Definition } from './definition.js';
import { agentArgument, configFlags, runFlags } from './shared-flags.js';

export const serveHttp = {
  name: 'serve http',
  summary: 'Serve runs of agents over HTTP: start them, look at them, read their events, interrupt them.',
  positionals: [{ ...agentArgument, help: 'Only this one. Default: all of the configuration; a request names one.' }],
  flags: [
    ...configFlags,
    { name: 'permission-mode', value: 'MODE', choices: runFlags[3].choices, help: runFlags[3].help },
    { name: 'allow', value: 'RULE', repeat: true, help: runFlags[4].help },
    { name: 'ask', value: 'RULE', repeat: true, help: runFlags[5].help },
    { name: 'deny', value: 'RULE', repeat: true, help: runFlags[6].help },
    { name: 'host', value: 'ADDRESS', help: 'The address to listen at. Default: 127.0.0.1.' },
    { name: 'port', value: 'PORT', help: 'Default: one that is free.' },
    { name: 'allowed-host', value: 'NAME', repeat: true, help: 'A name by which clients call it, as in their Host header.' },
    { name: 'token-env', value: 'NAME', help: 'The token is in this variable. Default: LOADOUT_HTTP_TOKEN.' },
    { name: 'no-auth', help: 'Ask for no token. Only where it listens at this machine alone.' },
    { name: 'max-runs', value: 'N', help: 'At most N runs at once; one more gets 429. Default: 5.' },
  ],
  details: [
    'POST /runs {"agent", "prompt"} starts one. GET /runs, GET /runs/ID, GET /runs/ID/events (server-sent events, Last-Event-ID goes on), DELETE /runs/ID interrupts, GET /health.',
    'Nobody is there to ask: what would be asked is denied, with the reason.',
    'The first SIGTERM, SIGHUP or Ctrl+C takes no more runs and waits for those under way, the second interrupts them.',
  ],
} as const satisfies Definition;
