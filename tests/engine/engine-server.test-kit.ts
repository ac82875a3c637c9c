import { createServer } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { type Started, startLoadout } from '../lib/loadout.js';

/** An engine that this test alone uses: `loadout engine dev` on free ports. */
export interface EngineServer {
  /** The variables with which commands find the engine. */
  readonly env: Readonly<Record<string, string>>;
  restart(): Promise<void>;
}

/** The engine gives up a silent worker after four seconds at most, not after a minute. */
const SOON = {
  RESTATE_WORKER__INVOKER__HTTP2_KEEP_ALIVE_INTERVAL: '1s',
  RESTATE_WORKER__INVOKER__HTTP2_KEEP_ALIVE_TIMEOUT: '3s',
};

/** Starts the engine. Its data is below `dir`. */
export async function startEngine(dir: string): Promise<EngineServer> {
  const [port, admin, node] = await freePorts(3);
  const args = [
    'engine',
    'dev',
    '--port',
    String(port),
    '--admin-port',
    String(admin),
    '--node-port',
    String(node),
    '--dir',
    'engine',
  ];
  const start = async () => {
    const server = await startLoadout(args, { cwd: dir, env: SOON, trust: false });
    await says(server, 'The engine runs.');
    return server;
  };
  let server = await start();
  onTestFinished(async () => stop(server));
  const env = { LOADOUT_ENGINE: `http://127.0.0.1:${port}`, LOADOUT_ENGINE_ADMIN: `http://127.0.0.1:${admin}` };
  return {
    env,
    restart: async () => {
      await stop(server);
      server = await start();
    },
  };
}

async function stop(server: Started): Promise<void> {
  server.kill('SIGTERM');
  await server.finished;
}

/** Resolves when the process has said the words. Throws if it ended before. */
export async function says(started: Started, words: string): Promise<void> {
  let isOver = false;
  void started.finished.finally(() => {
    isOver = true;
  });
  await vi.waitFor(
    () => {
      if (!isOver && !started.errors().includes(words)) throw new Error(`The process does not say "${words}".`);
    },
    { timeout: 60_000, interval: 20 },
  );
  if (!started.errors().includes(words)) throw new Error(`The process ended without "${words}": ${started.errors()}`);
}

/** Returns ports on which nobody listens. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) =>
          server.once('listening', () => {
            const address = server.address();
            resolve(typeof address === 'object' && address !== null ? address.port : 0);
          }),
        ),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
