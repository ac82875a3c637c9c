import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LiveEvent, RecordingData } from '@loadout/viewer';
import { onTestFinished } from 'vitest';
import { builtPage } from './pages.test-kit.js';

const KEY = 'key-of-the-test';
const TOKEN = 'token-of-the-test';

export interface WireServer {
  /** The address with its token, which is good once. */
  readonly url: string;
  readonly address: string;
  /** Sends an event to the readers of all recordings, or of one. */
  send(event: LiveEvent, recording?: number): void;
  /** Breaks the connections of readers of events. */
  breakConnections(): void;
  /** The `Last-Event-ID` of each request for events. */
  readonly lastIds: readonly (string | undefined)[];
}

/** A server that speaks `wire.ts` about recordings in memory. */
export async function startWireServer(recordings: readonly RecordingData[]): Promise<WireServer> {
  const sent: (readonly [event: LiveEvent, recording: number | undefined])[] = [];
  const readers = new Map<ServerResponse, number>();
  const lastIds: (string | undefined)[] = [];
  let isOpened = false;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path === '/favicon.ico') return void response.writeHead(204).end();
    if (path === '/') return void response.setHeader('Content-Type', 'text/html; charset=utf-8').end(builtPage());
    if (path === '/api/open') return void open(request, response);
    if (request.headers.authorization !== `Bearer ${KEY}`) return void response.writeHead(401).end();
    if (!path.endsWith('/events')) return answer(response, bodyOf(recordings, new URL(request.url ?? '/', 'http://localhost')));
    const last = request.headers['last-event-id'];
    lastIds.push(last === undefined ? undefined : String(last));
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
    const number = Number(/\d+/.exec(path));
    readers.set(response, number);
    for (const [index, [event, of]] of sent.entries())
      if (index > Number(last ?? -1) && (of ?? number) === number) write(response, event, index);
  });
  const open = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const isRight = JSON.parse(Buffer.concat(chunks).toString()).token === TOKEN && !isOpened;
    isOpened = true;
    if (isRight) answer(response, { key: KEY, recordings: recordings.length });
    else response.writeHead(401).end();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url: `${address}#${TOKEN}`,
    address,
    lastIds,
    send: (event, recording) => {
      sent.push([event, recording]);
      for (const [reader, of] of readers) if (of === (recording ?? of)) write(reader, event, sent.length - 1);
    },
    breakConnections: () => {
      for (const reader of readers.keys()) reader.destroy();
      readers.clear();
    },
  };
}

const write = (response: ServerResponse, event: LiveEvent, id: number) =>
  response.write(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`);

function answer(response: ServerResponse, body: unknown): void {
  if (body === undefined) response.writeHead(404).end();
  else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
}

function bodyOf(recordings: readonly RecordingData[], { pathname, searchParams }: URL): unknown {
  const [, number, rest = '', id = ''] =
    /^\/api\/recordings\/(\d+)(?:\/(contents|files|search)(?:\/(\d+))?)?$/.exec(pathname) ?? [];
  const one = recordings[Number(number)];
  if (one === undefined || number === undefined) return undefined;
  if (rest === 'contents') return one.contents.find((contents) => contents.id === Number(id)) ?? { id: Number(id) };
  if (rest === 'files') return one.files;
  if (rest === '') return one.trajectory;
  const wanted = searchParams.get('q') ?? '';
  const found = one.contents.filter((value) => JSON.stringify(value).includes(wanted));
  return { ids: found.map(({ id: node }) => node), more: false };
}
