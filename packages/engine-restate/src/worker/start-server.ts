import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, type EngineAddress } from '../client/request.js';
import { errors } from '../errors.js';

export interface ServerOptions {
  /** The folder of the server's data and its log. */
  readonly dir: string;
  readonly port: number;
  readonly adminPort: number;
  readonly nodePort: number;
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
const READY = 'SELECT COUNT(*) FROM sys_invocation_status';

/** Starts the server that npm ships, for this machine only. Throws ENGINE_SERVER_MISSING, ENGINE_SERVER_FAILED. */
export async function startServer(options: ServerOptions): Promise<StartedServer> {
  const program = findServer(options.from);
  if (program === undefined) throw errors.ENGINE_SERVER_MISSING({ install: INSTALL });
  mkdirSync(options.dir, { recursive: true, mode: 0o700 });
  const log = join(options.dir, 'server.log');
  const output = openSync(log, 'w', 0o600);
  const child = spawn(program, ['--base-dir', join(options.dir, 'data')], {
    env: environmentOf(options),
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const ended = endOf(child);
  const admin = `http://${HOST}:${options.adminPort}`;
  const failure = await Promise.race([ended, untilHealthy(admin, child)]);
  if (failure !== undefined) throw errors.ENGINE_SERVER_FAILED({ problem: lastError(log) ?? failure, log });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { ingress: `http://${HOST}:${options.port}`, admin, pid: child.pid, ended, stop };
}

/** Returns the program of the server, if it is installed for this platform. */
function findServer(from: readonly string[]): string | undefined {
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}`;
  for (const start of [...from.map((dir) => join(dir, 'package.json')), import.meta.url]) {
    const found = createRequire(start)
      .resolve.paths(name)
      ?.map((dir) => join(dir, name, 'bin', 'restate-server'))
      .find((file) => existsSync(file));
    if (found !== undefined) return found;
  }
  return undefined;
}

const environmentOf = ({ port, adminPort, nodePort, env }: ServerOptions) => ({
  PATH: env.PATH,
  HOME: env.HOME,
  RESTATE_INGRESS__BIND_ADDRESS: `${HOST}:${port}`,
  RESTATE_ADMIN__BIND_ADDRESS: `${HOST}:${adminPort}`,
  RESTATE_BIND_ADDRESS: `${HOST}:${nodePort}`,
  RESTATE_ADVERTISED_ADDRESS: `http://${HOST}:${nodePort}`,
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

/** Resolves when the server answers questions about runs, which it does later than others. Never rejects; ends with the process. */
async function untilHealthy(admin: string, child: ChildProcess): Promise<undefined> {
  while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const status = await ask(`${admin}/query`, { body: { query: READY } }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    await pause(POLL_MS);
  }
  // The end of the process is the answer.
  await new Promise(() => {});
}

/** Returns the last line of the log that tells of an error. */
function lastError(log: string): string | undefined {
  const lines = readFileSync(log, 'utf8').split('\n');
  return lines.findLast((line) => /error|address already in use/i.test(line))?.trim();
}
