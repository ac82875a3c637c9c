import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { isSameSecret } from '@loadout/node';
import { errors } from '../errors.js';
import { checkHost } from '../server/guard.js';
import { HOST, localServer } from '../server/local-server.js';
import { sendPage } from '../server/send.js';
import type { Viewer } from '../server/serve-recordings.js';
import { type EvalPageOptions, evalPage } from './eval-page.js';
import type { EvalCell, EvalResults } from './read-eval.js';

export interface ServeEvalOptions {
  /** The file of results. */
  readonly file: string;
  readonly port?: number | undefined;
  readonly redact: EvalPageOptions['redact'];
  /** Makes the page of a session. */
  readonly pageOf: (session: string) => Promise<string>;
  readonly onFault: (error: unknown) => void;
}

/** Serves the page of an eval, whose cells open their runs, below an address that nobody can guess. Throws VIEW_PORT. */
export async function serveEval(results: EvalResults, options: ServeEvalOptions): Promise<Viewer> {
  const { port: wanted = 0, onFault } = options;
  const token = randomBytes(32).toString('base64url');
  const { server, port } = await localServer(wanted, {
    answer: async (exchange, at) => sendPage(exchange, await htmlFor(exchange.incoming, { results, options, token, port: at })),
    onFault,
  });
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://${HOST}:${port}/${token}/`, close };
}

interface Site {
  readonly results: EvalResults;
  readonly options: ServeEvalOptions;
  readonly token: string;
  readonly port: number;
}

async function htmlFor(
  { method = 'GET', headers, url = '/' }: IncomingMessage,
  { results, options, token, port }: Site,
): Promise<string> {
  checkHost(headers, { port });
  const { pathname: path } = new URL(url, 'http://127.0.0.1');
  if (method !== 'GET') throw errors.VIEW_METHOD({ method, path, allowed: 'GET' });
  const [, given = '', below = ''] = /^\/([\w-]{43})\/(.*)$/.exec(path) ?? [];
  if (!isSameSecret(given, token)) throw errors.VIEW_TOKEN({});
  if (below === '') return evalPage(results, { redact: options.redact, runOf: (cell) => addressOf(cell, options.file) });
  const [, name] = /^run\/([0-9a-f]{16})$/.exec(below) ?? [];
  const session = name === undefined ? undefined : join(dirname(options.file), 'sessions', `${name}.jsonl`);
  if (session === undefined || !existsSync(session)) throw errors.VIEW_ROUTE({ path: `/…/${below}` });
  return options.pageOf(session);
}

/** The address of a run whose session is still there. */
function addressOf({ session }: EvalCell, file: string): string | undefined {
  const name = session === undefined ? undefined : /([0-9a-f]{16})\.jsonl$/.exec(session)?.[1];
  return name !== undefined && existsSync(join(dirname(file), 'sessions', `${name}.jsonl`)) ? `run/${name}` : undefined;
}
