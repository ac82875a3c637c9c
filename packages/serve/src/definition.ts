import { agentArgument, type CommandFlags, configFlags, logFlag, ruleFlags } from '@loadout/core/commands';

export const definition = {
  name: 'serve http',
  group: 'share',
  summary: 'Serve agent runs over HTTP: start, inspect, follow and interrupt them.',
  positionals: [
    { ...agentArgument, help: 'Serve only this agent. Default: all agents of the configuration; each request names one.' },
  ],
  flags: [
    ...configFlags,
    ...ruleFlags,
    { name: 'host', value: 'ADDRESS', help: 'The address to listen on. Default: 127.0.0.1.' },
    { name: 'port', value: 'PORT', form: 'port', help: 'The port to listen on. Default: any free port.' },
    { name: 'allowed-host', value: 'NAME', repeat: true, help: 'A host name that clients use, as in their Host header.' },
    { name: 'token-env', value: 'NAME', help: 'The variable that holds the token. Default: LOADOUT_HTTP_TOKEN.' },
    { name: 'no-auth', excludes: ['token-env'], help: 'Accept requests without a token. Allowed only on a loopback address.' },
    {
      name: 'ui',
      help: 'Serve a page in the browser to talk to the agents, and print its address. Needs @loadout/viewer.',
    },
    logFlag,
    {
      name: 'engine',
      excludes: ['allow', 'ask', 'deny', 'permission-mode', 'max-runs'],
      help: 'Serve the runs of the engine. Workers run them, and POST /runs/ID/answers approves or denies a call, or answers a question.',
    },
    {
      name: 'max-runs',
      value: 'N',
      form: 'count',
      help: 'The maximum number of runs at once; further requests get 429. Default: 5.',
    },
  ],
  details: [
    'POST /runs {"agent", "prompt", "approvals"} starts a run; GET /sessions lists sessions; GET /runs lists runs; GET /runs/ID shows one; GET /runs/ID/events streams its events (server-sent events; Last-Event-ID continues); DELETE /runs/ID interrupts it; GET /health and GET /ready need no token; GET /metrics is for Prometheus.',
    "GET /v1/models, POST /v1/chat/completions and POST /v1/responses are OpenAI's API with agents as models; POST /agui is AG-UI with @loadout/ag-ui, and /a2a is A2A with @loadout/a2a.",
    'A call that needs approval is denied with the reason, unless the request has "approvals": "ask", or the client of /v1, /agui or /a2a takes questions. With --engine, the run waits: GET /runs/ID has the questions as asks, and POST /runs/ID/answers {"behavior": "allow" or "deny", "call", "message", "texts", "by"} answers.',
    'On the first SIGTERM, SIGHUP or Ctrl+C the server accepts no new runs and waits for the current ones; on the second it interrupts them.',
  ],
  examples: ['--port 8800'],
} as const;

export type ServeFlags = CommandFlags<typeof definition>;
