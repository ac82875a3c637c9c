import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '@loadout/core';
import { systemPackage } from '@loadout/node/platform';
import { makeEngineKey } from '../door/engine-key.js';
import { type Door, openDoor } from '../door/open-door.js';
import { EngineClock } from '../engine/engine-clock.js';
import { ask, type Endpoint, type EngineAddress } from '../engine/request.js';
import { errors } from '../errors.js';
import { dataFolder, NODE, notePid, proofFiles, serverLeftBehind } from './server-files.js';

export interface ServerOptions {
  /** The folder of the server's data and its log. */
  readonly dir: string;
  readonly port: number;
  readonly adminPort: number;
  /** The file of the engine's key. */
  readonly keyFile: string;
  /** The folders whose packages may include the server. */
  readonly from: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface StartedServer extends EngineAddress {
  readonly pid: number | undefined;
  /** Resolves with the reason when the server has ended by itself or by `stop`. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

const VERSION = '1.7.12';
const INSTALL = `npm install --ignore-scripts @restatedev/restate-server@${VERSION}`;
const HOST = '127.0.0.1';
const POLL_MS = 100;
/** A healthy server with earlier runs still opens its partitions. The query fails until all of them are open. */
const ALL_PARTITIONS = { query: 'SELECT count(*) AS runs FROM sys_invocation' };

/**
 * Starts the server that npm ships, for this user of this machine only: the server listens at sockets in a folder of the user, and
 * the ports in front of them ask for the key. Makes the key if there is none. Throws ENGINE_SERVER_MISSING, ENGINE_SERVER_FAILED, ENGINE_KEY_FILE.
 */
export async function startServer(options: ServerOptions): Promise<StartedServer> {
  const program = findServer(options.from);
  if (program === undefined) throw errors.ENGINE_SERVER_MISSING({ install: INSTALL });
  const key = makeEngineKey(options.keyFile);
  const folder = dataFolder(options.dir);
  const { data, sockets, remove } = folder;
  const log = join(options.dir, 'server.log');
  const failed = (problem: string) => errors.ENGINE_SERVER_FAILED({ problem, log });
  const other = await serverLeftBehind(folder);
  if (other !== undefined) throw failed(`another server has the data in ${options.dir}. End it first: kill ${other}`);
  const output = openSync(log, 'w', 0o600);
  const child = spawn(program, ['--base-dir', data], {
    env: environmentOf(options, proofFiles(options.dir, key)),
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const doors: Door[] = [];
  const ended = endOf(child).finally(async () => {
    await Promise.all(doors.map((door) => door.close()));
    remove();
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  notePid(folder, child.pid);
  try {
    for (const [name, port] of [
      ['admin', options.adminPort],
      ['ingress', options.port],
    ] as const)
      doors.push(await openDoor({ host: HOST, port, key, socket: join(sockets, `${name}.sock`) }));
  } catch (error) {
    await stop();
    throw failed(messageOf(error));
  }
  const admin = `http://${HOST}:${options.adminPort}`;
  const failure = await Promise.race([ended, untilReady({ url: admin, key, clock: new EngineClock() }, child)]);
  if (failure !== undefined) throw failed(lastError(log) ?? failure);
  return { ingress: `http://${HOST}:${options.port}`, admin, keyFile: options.keyFile, pid: child.pid, ended, stop };
}

/** Returns the program of the server, if it is installed for this platform. */
function findServer(from: readonly string[]): string | undefined {
  const name = systemPackage('@restatedev/restate-server');
  for (const start of [...from.map((dir) => join(dir, 'package.json')), import.meta.url]) {
    const found = createRequire(start)
      .resolve.paths(name)
      ?.map((dir) => join(dir, name, 'bin', 'restate-server'))
      .find((file) => existsSync(file));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Variables of the server pass, so that an operator sets an option of the server as its documentation says. */
const environmentOf = ({ env }: ServerOptions, { identity, certificates }: ReturnType<typeof proofFiles>) => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('RESTATE_'))),
  PATH: env.PATH,
  HOME: env.HOME,
  RESTATE_NODE_NAME: NODE,
  RESTATE_LISTEN_MODE: 'unix',
  RESTATE_REQUEST_IDENTITY_PRIVATE_KEY_PEM_FILE: identity,
  SSL_CERT_FILE: certificates,
  RESTATE_DISABLE_TELEMETRY: '1',
  DO_NOT_TRACK: '1',
});

const endOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `it exited with ${String(code)}` : `it was ended by ${signal}`),
    );
  });

/** Resolves when the server answers. Never rejects; ends with the process. */
async function untilReady(admin: Endpoint, child: ChildProcess): Promise<undefined> {
  while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    if ((await succeeds(admin, '/health')) && (await succeeds(admin, '/query', ALL_PARTITIONS))) return;
    await pause(POLL_MS);
  }
  // The end of the process is the answer.
  await new Promise(() => {});
}

const succeeds = (admin: Endpoint, path: string, body?: unknown): Promise<boolean> =>
  ask(admin, path, { body }).then(
    ({ status }) => status < 300,
    () => false,
  );

/** Returns the last line of the log that tells of an error. */
function lastError(log: string): string | undefined {
  const lines = readFileSync(log, 'utf8').split('\n');
  return lines.findLast((line) => /error|address already in use/i.test(line))?.trim();
}
