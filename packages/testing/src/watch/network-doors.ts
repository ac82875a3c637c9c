import dgram from 'node:dgram';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import dns from 'node:dns';
import net from 'node:net';
import type { Doors, See } from './seen.js';
import { wrap, wrapAll } from './wrap.js';

/** Connections, requests, datagrams, look-ups of names, and servers. */
export const networkDoors: Doors = ({ see }) => {
  const undo = [
    wrap(net.Socket.prototype, 'connect', (given) => void seeConnection(see, given)),
    wrap(net.Server.prototype, 'listen', (given) => void see('listen', listened(given))),
    wrap(dgram.Socket.prototype, 'bind', (given) => void (isForSending(given) || see('listen', listened(given)))),
    wrap(dgram.Socket.prototype, 'send', (given) => void see('fetch', datagramTarget(given))),
    wrapAll(dns, NAMES, ([name]) => void seeName(see, name)),
    wrapAll(dns.promises, NAMES, ([name]) => void seeName(see, name)),
    ...[dns.Resolver, dns.promises.Resolver].map((one) => wrapAll(one.prototype, NAMES, ([name]) => void seeName(see, name))),
    ...[dns, dns.promises].map((one) => wrapAll(one, ['reverse', 'lookupService'], ([name]) => void see('fetch', String(name)))),
    wrap(globalThis, 'fetch', ([target]) => void see('fetch', target instanceof Request ? target.url : String(target))),
    // Connections that are kept open are not opened again, so requests are seen by themselves too.
    heard('http.client.request.start', ({ request }: { request: HttpRequest }) =>
      see('fetch', `${request.protocol}//${String(request.getHeader('host') ?? request.host)}`),
    ),
    heard('http.client.request.start', ({ request }: { request: HttpRequest }) => seeMethod(see, request)),
    heard('undici:request:create', ({ request }: { request: { origin: unknown; method: string } }) => {
      see('fetch', String(request.origin));
      seeMethod(see, request);
    }),
  ];
  return () => {
    for (const one of undo) one();
  };
};

interface HttpRequest {
  readonly method: string;
  readonly protocol: string;
  readonly host: string;
  getHeader(name: string): unknown;
}

/** Requests that only ask may be posted too, but nothing that only asks is put, patched or deleted. */
function seeMethod(see: See, { method }: { readonly method: string }): void {
  if (/^(?:PUT|PATCH|DELETE)$/i.test(method)) see('change', method);
}

const NAMES = [
  'lookup',
  'resolve',
  ...['4', '6', 'Any', 'Caa', 'Cname', 'Mx', 'Naptr', 'Ns', 'Ptr', 'Soa', 'Srv', 'Txt'].map((kind) => `resolve${kind}`),
];

function heard<T>(channel: string, listen: (message: T) => void): () => void {
  const listener = (message: unknown) => listen(message as T);
  subscribe(channel, listener);
  return () => void unsubscribe(channel, listener);
}

/** `net.connect` passes on its arguments as one list. A socket in the file system is a file that is acted upon. */
function seeConnection(see: See, given: unknown[]): void {
  const [first, second] = Array.isArray(given[0]) ? (given[0] as unknown[]) : given;
  if (typeof first === 'object' && first !== null) {
    const { host = 'localhost', port, path } = first as { host?: string; port?: unknown; path?: unknown };
    if (typeof path === 'string') see('write', path);
    else see('fetch', addressOf(host, port));
  } else if (typeof first === 'string' && !/^\d+$/.test(first)) see('write', first);
  else see('fetch', addressOf(second, first));
}

/** A socket that sends takes a port for itself, and no other process may share it. */
const isForSending = ([first]: unknown[]): boolean => {
  const { port, exclusive } = (first ?? {}) as { port?: unknown; exclusive?: unknown };
  return port === 0 && exclusive === true;
};

function listened([first]: unknown[]): string {
  if (typeof first !== 'object' || first === null) return `port ${String(first ?? 0)}`;
  const { port, path } = (Array.isArray(first) ? first[0] : first) as { port?: unknown; path?: unknown };
  return path === undefined ? `port ${String(port ?? 0)}` : String(path);
}

/** Sockets look up addresses too, and what they do with these is seen by itself. */
function seeName(see: See, name: unknown): void {
  if (net.isIP(String(name)) === 0) see('fetch', String(name));
}

/** An offset and a length may stand before the port. */
function datagramTarget([, ...given]: unknown[]): string {
  const [port, host] = typeof given[1] === 'number' ? given.slice(2) : given;
  return addressOf(host, port);
}

function addressOf(given: unknown, port: unknown): string {
  const host = typeof given === 'string' ? given : 'localhost';
  return `${net.isIPv6(host) ? `[${host}]` : host}:${String(port)}`;
}
