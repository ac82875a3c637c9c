import { createHmac, randomBytes } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http';
import { openPort, requestBody } from '@loadout/node';
import type { EngineKey } from './engine-key.js';
import { digestOf, PASS, type Pass, readPass, STAMP } from './pass.js';

export interface DoorParts {
  readonly host: string;
  readonly port: number;
  /** The socket of the server, which only its user can reach. */
  readonly socket: string;
  readonly key: EngineKey;
}

export interface Door {
  close(): Promise<void>;
}

/** The headers that pass. The engine stores those of a call, so the pass stays here. */
const INWARDS: readonly string[] = ['accept', 'content-type', 'idempotency-key'];
const OUTWARDS: readonly string[] = ['content-type', 'date'];

/** The most bytes of a request. The engine takes no larger message. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Opens a port of this machine in front of a socket. A request passes if it names this port as its host, comes from no web page, and
 * has a pass of the engine's key that no request had before. The body of any other is not read. Rejects if the port is in use.
 */
export async function openDoor(parts: DoorParts): Promise<Door> {
  const agent = new Agent({ keepAlive: true });
  const passes = new FreshPasses();
  const server = createServer((request, response) => {
    answer(request, response, { ...parts, agent, passes }).catch(() => response.destroy());
  });
  await openPort(server, parts);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}

interface OpenDoor extends DoorParts {
  readonly agent: Agent;
  readonly passes: FreshPasses;
}

async function answer(request: IncomingMessage, response: ServerResponse, door: OpenDoor) {
  const { headers, method = '', url: target = '' } = request;
  const { host = '', origin } = headers;
  if (host !== `${door.host}:${door.port}` && host !== `localhost:${door.port}`)
    return refuse(response, 421, 'This is another host.');
  if (origin !== undefined) return refuse(response, 403, 'Web pages are not answered.');
  const pass = readPass(door.key, headers[PASS], { method, host, target });
  if (pass === undefined || !door.passes.take(pass)) {
    response.setHeader(STAMP, door.passes.stamp());
    return refuse(response, 401, WANTED);
  }
  const body = await requestBody(request, MOST_BYTES);
  if (body === undefined) return refuse(response, 413, `A request has at most ${MOST_BYTES} bytes.`);
  if (digestOf(body) !== pass.digest) return refuse(response, 401, WANTED);
  forward({ method, target, body, headers: chosen(headers, INWARDS) }, response, door);
}

const WANTED = 'A request has to be signed with the key of the engine.';

function refuse(response: ServerResponse, status: number, message: string): void {
  // The rest of the request is not read.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify({ message }));
}

interface Forwarded {
  readonly method: string;
  readonly target: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

/** Sends a request on. If either side goes away, so does the other: an answer may take as long as a run. */
function forward(
  { method, target, body, headers }: Forwarded,
  response: ServerResponse,
  { socket, agent }: Pick<OpenDoor, 'socket' | 'agent'>,
): void {
  const length = body.length > 0 ? { 'content-length': body.length } : {};
  const inner = requestOf({ socketPath: socket, agent, method, path: target, headers: { ...headers, ...length } });
  inner.once('error', () => response.destroy());
  inner.once('response', (answered) => {
    response.writeHead(answered.statusCode ?? 502, chosen(answered.headers, OUTWARDS));
    answered.once('error', () => response.destroy());
    answered.pipe(response);
  });
  response.once('close', () => inner.destroy());
  inner.end(body);
}

const chosen = (headers: IncomingMessage['headers'], names: readonly string[]): Record<string, string | string[]> =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));

/** The time for which a pass is good, before and after its making. */
const GOOD_MS = 60_000;

/**
 * The passes that a door still takes: those that were made just now, each once. A client whose clock is wrong takes the time from the
 * door. Only this door believes that time, so a program at its port before learns nothing that opens it.
 */
class FreshPasses {
  readonly #since: number;
  readonly #secret = randomBytes(32);
  /** The time until which each pass that was taken is good. The first taken is the first. */
  readonly #until = new Map<string, number>();

  constructor(now = Date.now()) {
    this.#since = now;
  }

  /** Returns the time, with a code of this door. */
  stamp(now = Date.now()): string {
    return `${now}~${createHmac('sha256', this.#secret).update(String(now)).digest('base64url')}`;
  }

  /** Takes a pass. Returns false for one that is old, was taken, or was made before the door was open, when somebody else may have seen it. */
  take({ stamp, once }: Pick<Pass, 'stamp' | 'once'>, now = Date.now()): boolean {
    for (const [taken, until] of this.#until) {
      if (until >= now) break;
      this.#until.delete(taken);
    }
    const time = Number.parseInt(stamp, 10);
    const isKnown = stamp === String(time) || stamp === this.stamp(time);
    const isFresh = time >= this.#since && Math.abs(now - time) <= GOOD_MS;
    if (!isKnown || !isFresh || this.#until.has(once)) return false;
    this.#until.set(once, now + 2 * GOOD_MS);
    return true;
  }
}
