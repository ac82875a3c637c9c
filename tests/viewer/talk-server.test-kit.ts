import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { talkHtml } from '@loadout/viewer';
import { onTestFinished } from 'vitest';

/** A session whose only run is told as it is written here. */
export interface ToldSession {
  readonly id: string;
  readonly prompt: string;
  readonly events: unknown[];
  readonly run: { state: string; readonly asks?: unknown; readonly result?: unknown };
}

export interface TalkServer {
  readonly url: string;
  /** Adds an event to a session, and sends it to its readers. `undefined` ends their streams. */
  send(session: string, event: unknown): void;
  /** Breaks the connections of readers of events. */
  breakConnections(): void;
  /** Keeps back the next answer to a path, which says what is true when it is asked. */
  hold(path: string): HeldAnswer;
  /** The `Last-Event-ID` of each request for events. */
  readonly lastIds: readonly number[];
  /** The bodies of all requests that act, with their paths. */
  readonly acts: readonly (readonly [path: string, body: unknown])[];
}

export interface HeldAnswer {
  /** Resolves when the page has asked. */
  readonly asked: Promise<void>;
  release(): void;
}

/** A server that speaks the HTTP API of `loadout serve http` about sessions in memory, and needs no token. */
export async function startTalkServer(
  sessions: readonly ToldSession[],
  agents: readonly string[] = ['helper'],
): Promise<TalkServer> {
  const readers = new Map<ServerResponse, string>();
  const lastIds: number[] = [];
  const acts: (readonly [string, unknown])[] = [];
  const holds = new Map<string, { ask(): void; readonly released: Promise<void> }>();
  const find = (id: string) => sessions.find((one) => one.id === id);
  const runOf = ({ id, run, events }: ToldSession) => ({ id, session: id, agent: agents[0], events: events.length, ...run });
  const events = (request: IncomingMessage, response: ServerResponse, session: ToldSession) => {
    const last = Number(request.headers['last-event-id'] ?? 0);
    lastIds.push(last);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
    for (const [index, event] of session.events.entries()) if (index >= last) write(response, event, index + 1);
    if (session.run.state === 'running') readers.set(response, session.id);
    else response.end();
  };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const [, id = '', rest] = /^\/(?:runs|sessions)\/([^/]+)(\/.+)?$/.exec(path) ?? [];
    const session = find(decodeURIComponent(id));
    const held = holds.get(path);
    holds.delete(path);
    held?.ask();
    const answer = (to: ServerResponse, body: unknown) => void answerAfter(held?.released, to, body);
    if (path === '/') return void response.setHeader('Content-Type', 'text/html; charset=utf-8').end(talkHtml());
    if (path === '/v1/models') return answer(response, { data: agents.map((name) => ({ id: name })) });
    if (path === '/sessions')
      return answer(response, { sessions: sessions.map((one) => ({ ...one, agent: agents[0], changedAt: '' })) });
    if (request.method === 'POST') {
      acts.push([path, JSON.parse(await textOf(request))]);
      const [first] = sessions;
      return answer(response, session === undefined && first !== undefined ? runOf(first) : session && runOf(session));
    }
    if (session === undefined) return answer(response, undefined);
    if (path.startsWith('/sessions/')) return answer(response, { id, runs: [session.id] });
    if (rest === '/events') return events(request, response, session);
    answer(response, runOf(session));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    lastIds,
    acts,
    hold: (path) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      const asked = new Promise<void>((resolve) => holds.set(path, { ask: resolve, released }));
      return { asked, release };
    },
    send: (id, event) => {
      const session = find(id);
      if (event !== undefined) session?.events.push(event);
      for (const [reader, of] of readers)
        if (of === id) event === undefined ? reader.end() : write(reader, event, session?.events.length ?? 0);
    },
    breakConnections: () => {
      for (const reader of readers.keys()) reader.destroy();
      readers.clear();
    },
  };
}

const write = (response: ServerResponse, event: unknown, id: number) =>
  response.write(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`);

async function answerAfter(released: Promise<void> | undefined, response: ServerResponse, body: unknown): Promise<void> {
  const text = JSON.stringify(body);
  await released;
  if (text === undefined) response.writeHead(404).end('{}');
  else response.setHeader('Content-Type', 'application/json').end(text);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
