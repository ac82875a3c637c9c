import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Where the program of an installed server is. */
const programOf = (name: string) => join(dirname(require.resolve(`@modelcontextprotocol/${name}/package.json`)), 'dist/index.js');

export const everything = { startTimeout: 60_000, command: process.execPath, args: [programOf('server-everything')] };
export const filesystem = (folder: string) => ({
  startTimeout: 60_000,
  command: process.execPath,
  args: [programOf('server-filesystem'), folder],
});

/**
 * A server in plain Node that behaves as its first argument says; see hostile-server.mjs. A run waits for it as long as a busy machine
 * needs to start it.
 */
export const hostile = (behaviour: string, ...args: string[]) => ({
  startTimeout: 60_000,
  command: process.execPath,
  args: [here('hostile-server.mjs'), behaviour, ...args],
});

/** Starts server-everything over HTTP on a free port of loopback and waits until it listens. */
export async function everythingOver(
  transport: 'streamableHttp' | 'sse',
  port: number,
): Promise<{ url: string; stop(): Promise<void> }> {
  const env = { PATH: process.env.PATH ?? '', PORT: String(port) };
  const child = spawn(everything.command, [...everything.args, transport], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const gone = once(child, 'exit');
  const listens = new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk: Buffer) => /(?:listening on|running on) port/.test(chunk.toString()) && resolve());
  });
  await Promise.race([listens, gone.then(() => Promise.reject(new Error('server-everything ended')))]);
  const stop = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  return { url: `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`, stop };
}

/** Passes connections at a port on to the server of `url`. Returns a function that ends it with its connections. */
export async function relay(port: number, url: string): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => socket.destroy()));
    client.pipe(upstream).pipe(client);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
