import { usageErrors } from '@loadout/command';
import { defineErrors } from '@loadout/core';

const ROUTES = [
  ...[
    '/runs',
    '/runs/ID',
    '/runs/ID/events',
    '/runs/ID/answers',
    '/sessions',
    '/sessions/ID',
    '/v1/models',
    '/v1/chat/completions',
    '/v1/responses',
  ],
  ...['/a2a/AGENT', '/agui/AGENT', '/metrics', '/health', '/ready'],
];

/** Every error of this package, but for those that other commands throw too. */
export const table = {
  HTTP_NO_TOKEN: {
    message: (p: { variable: string }) => `loadout serve http requires a token from every client, but ${p.variable} is not set.`,
    fix: () =>
      'Set it to at least 16 characters, for example the output of `openssl rand -hex 32`. Or pass --no-auth to serve programs on this machine only.',
  },
  HTTP_NO_AUTH: {
    message: (p: { host: string }) => `--no-auth would let everyone who can reach ${p.host} start runs.`,
    fix: () => 'Remove --host, or set a token and remove --no-auth.',
  },
  HTTP_PORT: {
    message: (p: { host: string; port: number; problem: string }) => `Cannot listen on ${p.host}:${p.port}: ${p.problem}.`,
    fix: () => 'Choose another port with --port, or omit --port to use any free port.',
  },
  HTTP_HOST: {
    message: (p: { what: 'Host' | 'Origin'; found: string }) => `The ${p.what} ${JSON.stringify(p.found)} is not served here.`,
    fix: () => 'Use localhost, the address of the server, or a name given with --allowed-host.',
  },
  HTTP_TOKEN: {
    message: () => 'The token is missing or wrong.',
    fix: () => 'Send the header Authorization: Bearer <token>.',
  },
  HTTP_PAGE_CODE: {
    message: () => 'The address of the page is wrong, was already used, or is older than 15 minutes.',
    fix: () => 'Enter the token of the server on the page, or start loadout serve http --ui again: it prints a new address.',
  },
  NOTIFY_ADDRESS: {
    message: (p: { key: string; problem: string }) => `notify.${p.key} ${p.problem}, expected an address of http or https.`,
    fix: () => 'Write for example https://hooks.example.com/loadout.',
  },
  NOTIFY_SECRET: {
    message: (p: { name: string }) => `notify.${p.name}.secret is empty, so anybody could sign its messages.`,
    fix: () => 'Set the source of the secret to a value, such as the output of `openssl rand -hex 32`, or remove secret.',
  },
  NOTIFY_FAILED: {
    message: (p: { problem: string }) => `A message was not delivered: ${p.problem}.`,
    fix: () => 'Check url, command and secret of this entry of notify in the configuration.',
  },
  HTTP_ROUTE: {
    message: (p: { path: string; routes?: readonly string[] | undefined }) => `There is nothing at ${p.path}.`,
    fix: ({ routes = ROUTES }: { routes?: readonly string[] | undefined }) => `Use one of: ${routes.join(', ')}.`,
  },
  HTTP_METHOD: {
    message: (p: { method: string; path: string }) => `${p.path} does not support ${p.method}.`,
    fix: (p: { methods: readonly string[] }) => `Use ${p.methods.join(' or ')}.`,
  },
  HTTP_NOT_JSON: {
    message: (p: { found: string }) => `The body must be application/json, but is ${p.found}.`,
    fix: () => 'Send the header content-type: application/json.',
  },
  HTTP_TOO_LARGE: {
    message: (p: { most: number }) => `The request is too large; the limit is ${p.most} bytes.`,
  },
  HTTP_BODY: {
    message: (p: { problem: string; sends: string }) => `The request cannot be read: ${p.problem}.`,
    fix: (p: { sends: string }) => `Send ${p.sends}.`,
  },
  HTTP_BUSY: {
    message: (p: { most: number }) => `${p.most} runs are active, which is the limit.`,
    fix: () => 'Try again when a run has ended, or raise --max-runs.',
  },
  HTTP_ENDING: {
    message: () => 'The server is shutting down and accepts no new runs.',
    fix: () => 'Send the request to its replacement.',
  },
  HTTP_NOBODY_ASKED: {
    message: () => 'Nobody can be asked in this run: a call that needs an approval is denied.',
    fix: () =>
      'Start a run that asks (see docs/guide/openai-endpoint.md), serve runs of an engine with --engine, or allow the call with a rule.',
  },
  HTTP_NOTHING_ASKED: {
    message: (p: { id: string; call: string | undefined; open: readonly string[] }) =>
      p.open.length === 0
        ? `The run ${p.id} waits for no answer${p.call === undefined ? '' : `, so none for the call ${JSON.stringify(p.call)}`}.`
        : `The run ${p.id} waits for ${p.open.join(' and ')}, but the answer is for ${JSON.stringify(p.call ?? 'one call')}.`,
    fix: () => 'Read the open questions as asks of GET /runs/ID, and answer each of them once.',
  },
  HTTP_NO_APPROVER: {
    message: (p: { call: string; people: readonly string[] }) =>
      `The call ${p.call} waits for a signed answer of ${p.people.join(' or ')}.`,
    fix: () => 'Answer with loadout approve URL --key FILE, where URL is the address of the run, ending in /runs/ID.',
  },
  HTTP_NO_RULE: {
    message: (p: { call: string }) => `No rule can be kept for the call ${p.call}.`,
    fix: () => 'Allow it once: send {"behavior": "allow"} without "always". A question that a rule would spare has "rules".',
  },
  OPENAI_FIELD: {
    message: (p: { param: string; problem: string; fix?: string | undefined }) => `${p.param} ${p.problem}.`,
    fix: (p: { fix?: string | undefined }) => p.fix,
    values: (p: { param: string }) => ({ param: p.param }),
  },
  OPENAI_MODEL: {
    message: (p: { name: string; agents: readonly string[] }) => `There is no agent ${JSON.stringify(p.name)} here.`,
    fix: (p: { agents: readonly string[] }) => `Set model to the name of an agent: ${p.agents.join(', ')}.`,
    values: () => ({ param: 'model' }),
  },
  CLIENT_TOOL_TAKEN: {
    message: (p: { name: string }) =>
      `The client cannot offer a tool with the name ${JSON.stringify(p.name)}: the agent has a tool with this name.`,
    fix: () => 'Give the tool of the client another name.',
    values: () => ({ param: 'tools' }),
  },
  CLIENT_TOOL_DECLINED: {
    message: (p: { name: string; words?: string | undefined }) =>
      `The client gave no result of ${p.name}${p.words === undefined ? '' : `: ${p.words}`}.`,
  },
  HTTP_SESSION_ID: {
    message: (p: { id: string }) => `A new session cannot have the id ${JSON.stringify(p.id)}.`,
    fix: () => 'Use up to 64 letters, digits, underscores and hyphens, but not latest, and no ending such as -r2.',
  },
  HTTP_TEXT_ALONE: {
    message: (p: { found: string }) => `A run of an engine accepts only text, but the request contains ${p.found}.`,
    fix: () => 'Send the text alone, or serve the runs of one process: loadout serve http without --engine.',
  },
  HTTP_RUN_UNKNOWN: {
    message: (p: { id: string }) => `There is no run ${p.id}.`,
    fix: () => 'List the runs with GET /runs. The server keeps the newest 200 ended runs.',
  },
};

export const errors = defineErrors({ ...usageErrors, ...table });
