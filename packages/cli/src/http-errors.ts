/** What a server of runs refuses, and what keeps it from starting: rows of the table of the command. */
export const httpErrors = {
  HTTP_NO_TOKEN: {
    message: (p: { variable: string }) => `loadout serve http asks every client for a token, and ${p.variable} is not set.`,
    fix: () =>
      'Set it to at least 16 characters, such as those that `openssl rand -hex 32` prints; or say --no-auth, for programs of this machine alone.',
  },
  HTTP_NO_AUTH: {
    message: (p: { host: string }) => `--no-auth would let everybody who reaches ${p.host} start runs.`,
    fix: () => 'Leave --host out, or set a token and leave --no-auth out.',
  },
  HTTP_PORT: {
    message: (p: { host: string; port: number; problem: string }) => `Nothing can listen at ${p.host}:${p.port}: ${p.problem}.`,
    fix: () => 'Choose another with --port, or leave it out for one that is free.',
  },
  HTTP_HOST: {
    message: (p: { what: 'Host' | 'Origin'; found: string }) => `The ${p.what} ${JSON.stringify(p.found)} is not served here.`,
    fix: () => 'Call it by a name that it knows: localhost, its address, or one given with --allowed-host.',
  },
  HTTP_TOKEN: {
    message: () => 'This server wants its token.',
    fix: () => 'Send it as a header: Authorization: Bearer <token>.',
  },
  HTTP_ROUTE: {
    message: (p: { path: string }) => `There is nothing at ${p.path}.`,
    fix: () => 'There are /runs, /runs/ID, /runs/ID/events and /health.',
  },
  HTTP_METHOD: {
    message: (p: { method: string; path: string }) => `${p.path} takes no ${p.method}.`,
    fix: (p: { methods: readonly string[] }) => `Use ${p.methods.join(' or ')}.`,
  },
  HTTP_NOT_JSON: {
    message: (p: { found: string }) => `The body must be application/json, but is ${p.found}.`,
    fix: () => 'Send the header content-type: application/json.',
  },
  HTTP_TOO_LARGE: {
    message: (p: { most: number }) => `A request has at most ${p.most} bytes.`,
  },
  HTTP_BODY: {
    message: (p: { problem: string }) => `The request cannot be read: ${p.problem}.`,
    fix: () => 'Send {"prompt": "…"}, with "agent" and "resume" where they are needed.',
  },
  HTTP_BUSY: {
    message: (p: { most: number }) => `There are ${p.most} runs under way, and no more may be.`,
    fix: () => 'Ask again once one has ended; --max-runs allows more.',
  },
  HTTP_ENDING: {
    message: () => 'This server is about to end and takes no more runs.',
    fix: () => 'Ask the one that takes its place.',
  },
  HTTP_RUN_UNKNOWN: {
    message: (p: { id: string }) => `There is no run ${p.id} here.`,
    fix: () => 'GET /runs lists those there are; of those that have ended, the newest 200 are kept.',
  },
};
