import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { bin, environmentOf } from '../../../lib/loadout.js';
import { trusted } from '../../scenario.js';

const relay = fileURLToPath(new URL('relay.fixture.mjs', import.meta.url));

/** The built command in a process of its own, below the process of its client. */
export interface Started {
  readonly cwd: string;
  /** The process of the command. */
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  errors(): string;
  /** Stops the process of the client, which then reads nothing, and lets it go on. */
  hold(): void;
  letGo(): void;
  /** Kills the process of the client, as the system does. */
  killClient(): void;
  /** Waits until the command is gone, however its client ended. */
  gone(): Promise<void>;
}

interface Wish {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

export async function started({ argv, cwd, env }: Wish): Promise<Started> {
  const client = spawn(process.execPath, [relay, process.execPath, bin, ...argv], {
    cwd,
    env: environmentOf({ cwd, env: { ...(await trusted(cwd)), ...env } }),
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  const [stdin, stdout, stderr] = [client.stdin as Writable, client.stdout as Readable, client.stderr as Readable];
  let errors = '';
  stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
  stdin.on('error', () => {});
  const [{ pid }] = (await once(client, 'message')) as [{ pid: number }];
  onTestFinished(async () => {
    client.kill('SIGKILL');
    await goneIs(pid);
  });
  return {
    cwd,
    pid,
    stdin,
    stdout,
    errors: () => errors,
    hold: () => void client.kill('SIGSTOP'),
    letGo: () => void client.kill('SIGCONT'),
    killClient: () => void client.kill('SIGKILL'),
    gone: () => goneIs(pid),
  };
}

/** A process that nobody has waited for yet is over too. */
const isRunning = (pid: number) => existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

const goneIs = (pid: number): Promise<void> => expect.poll(() => isRunning(pid)).toBe(false);

/** A command that runs until somebody ends it, and tells which process it is. The second time it does nothing. */
export const SLEEP = 'sh sleep.sh';
export const SLEEP_FILES = { 'sleep.sh': 'test -e pid && exit\necho $$ > pid\nexec sleep 600\n' };

/** Waits for the process of `SLEEP`. */
export async function sleeper(cwd: string): Promise<{ gone(): Promise<void> }> {
  const read = () => (existsSync(join(cwd, 'pid')) ? Number(readFileSync(join(cwd, 'pid'), 'utf8')) : 0);
  await expect.poll(read).toBeGreaterThan(0);
  const pid = read();
  expect(isRunning(pid)).toBe(true);
  return { gone: () => goneIs(pid) };
}

/** The memory that a process has in use, in megabytes. */
export const megabytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
