import type { IncomingMessage, ServerResponse } from 'node:http';
import { printableJson } from '@loadout/command';
import { isLoadoutError } from '@loadout/core';
import { requestBody } from '@loadout/node';
import type { Door, HttpProblem } from './door.js';
import { errors } from './errors.js';
import type { LoggedEvent, RunEvents } from './event-log.js';
import { EventStream } from './event-stream.js';

const MAX_BODY_BYTES = 1024 * 1024;

/** The HTTP status of an error. Every other error is the fault of the request. */
const STATUS: Readonly<Record<string, number>> = {
  HTTP_TOKEN: 401,
  HTTP_HOST: 403,
  HTTP_PAGE_CODE: 403,
  HTTP_ROUTE: 404,
  HTTP_RUN_UNKNOWN: 404,
  SESSION_UNKNOWN: 404,
  HTTP_NOBODY_ASKED: 404,
  HTTP_NOTHING_ASKED: 409,
  HTTP_NO_RULE: 409,
  HTTP_NO_APPROVER: 403,
  OPENAI_MODEL: 404,
  PACKAGE_MISSING: 404,
  ENGINE_ANSWER_UNFIT: 400,
  ENGINE_ANSWERED: 409,
  ENGINE_EXPIRED: 409,
  ENGINE_NO_APPROVER: 403,
  ENGINE_UNREACHABLE: 502,
  HTTP_METHOD: 405,
  SESSION_BUSY: 409,
  HTTP_TOO_LARGE: 413,
  HTTP_NOT_JSON: 415,
  HTTP_BUSY: 429,
  HTTP_ENDING: 503,
};

const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  HTTP_TOKEN: { 'www-authenticate': 'Bearer' },
  HTTP_BUSY: { 'retry-after': '5' },
  HTTP_ENDING: { 'retry-after': '30' },
  HTTP_TOO_LARGE: { connection: 'close' },
};

export function sendJson(
  outgoing: ServerResponse,
  {
    status = 200,
    body,
    headers = {},
  }: { readonly status?: number; readonly body: unknown; readonly headers?: Record<string, string> },
): void {
  const kind = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  outgoing.writeHead(status, { ...kind, ...headers });
  outgoing.end(`${printableJson(body)}\n`);
}

/** Sends metrics in Prometheus's text format. */
export function sendText(outgoing: ServerResponse, text: string): void {
  outgoing.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' });
  outgoing.end(text);
}

/** Sends an error in the words of a door. Default: those of `/runs`. */
export function sendError(outgoing: ServerResponse, error: unknown, { problem = plainProblem }: Partial<Door> = {}): void {
  if (outgoing.headersSent) return void outgoing.destroy();
  const found = problemOf(error);
  sendJson(outgoing, { status: found.status, body: problem(found), headers: { ...HEADERS[found.code] } });
}

/** For an unexpected error, the client only learns that there was one. */
function problemOf(error: unknown): HttpProblem {
  if (!isLoadoutError(error)) return { status: 500, code: 'INTERNAL', message: 'The server failed to answer.' };
  const { code, message, fix, values } = error;
  return { status: STATUS[code] ?? 400, code, message, fix, param: values?.param?.toString() };
}

const plainProblem = ({ code, message, fix }: HttpProblem) => ({ error: { code, message, fix } });

interface Wanted {
  /** The body that a client sends here, for the fix of an error. */
  readonly sends: string;
  /** The most bytes. */
  readonly most?: number;
}

/** Reads the body as an object. Throws HTTP_NOT_JSON, HTTP_TOO_LARGE, HTTP_BODY. */
export async function readObject(
  incoming: IncomingMessage,
  { sends, most = MAX_BODY_BYTES }: Wanted,
): Promise<Readonly<Record<string, unknown>>> {
  const type = incoming.headers['content-type'] ?? '(none)';
  // A page of another site may send other types without a preflight request.
  if (!/^application\/json(?:;|$)/i.test(type)) throw errors.HTTP_NOT_JSON({ found: type });
  let value: unknown;
  const body = await requestBody(incoming, most);
  if (body === undefined) throw errors.HTTP_TOO_LARGE({ most });
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw errors.HTTP_BODY({ problem: `it is not JSON: ${(error as Error).message}`, sends });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw errors.HTTP_BODY({ problem: 'it is not an object', sends });
  return value as Readonly<Record<string, unknown>>;
}

/**
 * Sends the events behind an id as server-sent events, then each new event, up to the last event of the run. Holds at most one
 * event at a time.
 */
export async function sendEvents(
  outgoing: ServerResponse,
  { log, after }: { readonly log: RunEvents; readonly after: number },
): Promise<void> {
  const stream = new EventStream(outgoing);
  for await (const event of log.after(after, stream.gone)) await stream.send(frameOf(event));
  stream.end();
}

/** An event without a number has a name, so that a client that does not ask for it gets the numbered events alone. */
const frameOf = ({ id, json }: LoggedEvent): string =>
  id === undefined ? `event: live\ndata: ${json}\n\n` : `id: ${id}\ndata: ${json}\n\n`;
