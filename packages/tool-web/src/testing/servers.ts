import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface LocalServer {
  /** `127.0.0.1:port`, as `allowHosts` takes it. */
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** Connections that came, whether or not they asked for something. */
  readonly connections: number;
}

/** An HTTP server on loopback that ends with the test, and the requests that it got. */
export async function serve(
  listener: RequestListener,
  address = '127.0.0.1',
): Promise<LocalServer & { readonly requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  return Object.assign(await listen(server, address), { requests });
}

/** A server that answers each connection with arbitrary bytes after it receives data. */
export function serveRaw(onData: (socket: Socket, data: Buffer) => void): Promise<LocalServer> {
  const server = createRawServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => onData(socket, data));
  });
  return listen(server, '127.0.0.1');
}

async function listen(server: Server, address: string): Promise<LocalServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return {
    host: `${address}:${port}`,
    port,
    url: `http://${address}:${port}/`,
    get connections() {
      return connections;
    },
  };
}

/** A server that answers every path of the table, and 404 elsewhere. */
export const servePages = (
  pages: Readonly<Record<string, { type?: string; body: string | Buffer; headers?: Record<string, string> }>>,
) =>
  serve((request, response) => {
    const page = pages[new URL(request.url ?? '/', 'http://x').pathname];
    const type = page?.type === undefined ? {} : { 'content-type': page.type };
    response.writeHead(page === undefined ? 404 : 200, { ...type, ...page?.headers });
    response.end(page?.body ?? 'Nothing here.');
  });
