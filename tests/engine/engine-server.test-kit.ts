import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type EngineAddress, startServer } from '@loadout/engine-restate';
import { onTestFinished } from 'vitest';
import type { Started } from '../lib/loadout.js';
import { until } from './until.js';

/** An engine that this test alone uses: its server on free ports, as `loadout engine dev` starts it. */
export interface EngineServer {
  readonly address: EngineAddress;
  /** The variables with which commands find the engine. */
  readonly env: Readonly<Record<string, string>>;
  restart(): Promise<void>;
}

/** The longest silence of a worker: for its fence, and for the engine, which must wait longer than the fence. */
export interface Patience {
  readonly fenceSeconds: string;
  /** Variables of the engine's server. */
  readonly env: Readonly<Record<string, string>>;
}

/** A test that stops a worker waits until it is given up: after four seconds by its fence, after eight at most by the engine. */
export const IMPATIENT: Patience = {
  fenceSeconds: '4',
  env: { RESTATE_WORKER__INVOKER__HTTP2_KEEP_ALIVE_INTERVAL: '2s', RESTATE_WORKER__INVOKER__HTTP2_KEEP_ALIVE_TIMEOUT: '6s' },
};

/** No other test waits for silence. The engine has its own patience of a minute, so a worker on a busy machine is never taken for a stopped one. */
export const PATIENT: Patience = { fenceSeconds: '30', env: {} };

/** The number of partitions, of which each delays the start of the server by a fiftieth of a second. The default is 24; a few runs need no more than four. */
const FEW = 4;

/** Starts the engine. Its data is below `dir`. */
export async function startEngine(dir: string, { partitions = FEW, patience = PATIENT } = {}): Promise<EngineServer> {
  const [port = 0, adminPort = 0] = await freePorts(2);
  const env = { PATH: process.env.PATH, HOME: dir, RESTATE_DEFAULT_NUM_PARTITIONS: String(partitions), ...patience.env };
  const start = () =>
    startServer({ dir: join(dir, 'engine'), port, adminPort, keyFile: join(dir, 'engine.key'), from: [dir], env });
  let server = await start();
  onTestFinished(() => server.stop());
  return {
    address: server,
    env: {
      LOADOUT_ENGINE: server.ingress,
      LOADOUT_ENGINE_ADMIN: server.admin,
      LOADOUT_ENGINE_KEY_FILE: server.keyFile,
    },
    restart: async () => {
      await server.stop();
      server = await start();
    },
  };
}

/** Resolves when the process has said the words. Throws if it ended before. */
export async function says(started: Pick<Started, 'errors' | 'finished'>, words: string): Promise<void> {
  let isOver = false;
  void started.finished.finally(() => {
    isOver = true;
  });
  await until(() => isOver || started.errors().includes(words) || undefined, {
    missing: () => `The process does not say "${words}".`,
  });
  if (!started.errors().includes(words)) throw new Error(`The process ended without "${words}": ${started.errors()}`);
}

/**
 * Free ports below those that the system gives out by itself, so that no other process takes the port of a worker that is stopped and
 * starts again.
 */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(10_000, 30_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
