import type { RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { request } from '../node-http.js';
import { hungUp } from './hung-up.js';

/** The options of a plain request to a proxy: the whole address is its path. */
export function overProxy(proxy: URL, url: URL, options: RequestOptions): RequestOptions {
  const { hostname, port } = proxy;
  const headers = { ...(options.headers as Record<string, string>), host: url.host, ...authorization(proxy) };
  return { ...options, hostname, port: port || 80, path: url.href, headers };
}

interface Tunnelled {
  readonly options: RequestOptions;
  readonly signal: AbortSignal | null | undefined;
}

/** The options of a request through a tunnel of the proxy, which ends with the request. */
export async function overTunnel(proxy: URL, url: URL, { options, signal }: Tunnelled): Promise<RequestOptions> {
  const target = `${url.hostname}:${url.port || 443}`;
  const [{ connect }, socket] = await Promise.all([import('node:tls'), opened(proxy, { target, signal })]);
  return { ...options, createConnection: () => connect({ socket, servername: url.hostname }) };
}

interface Tunnel {
  readonly target: string;
  readonly signal: AbortSignal | null | undefined;
}

function opened(proxy: URL, { target, signal }: Tunnel): Promise<Socket> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const headers = { host: target, ...authorization(proxy) };
    const asked = request({ hostname: proxy.hostname, port: proxy.port || 80, method: 'CONNECT', path: target, headers });
    // Not the request's own `signal`, which would also hold the connection of the tunnel.
    const stop = () => asked.destroy();
    signal?.addEventListener('abort', stop, { once: true });
    asked.once('close', () => {
      signal?.removeEventListener('abort', stop);
      reject(hungUp());
    });
    asked.once('error', reject).once('connect', ({ statusCode }, socket: Socket) => {
      if (statusCode === 200) resolve(socket);
      else {
        socket.destroy();
        const problem = `the proxy ${proxy.host} answered CONNECT ${target} with ${statusCode}`;
        reject(Object.assign(new Error(problem), { code: 'ECONNREFUSED' }));
      }
    });
    asked.end();
  });
}

const authorization = ({ username, password }: URL): Readonly<Record<string, string>> => {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
};
