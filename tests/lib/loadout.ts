import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judgeConfig } from '@loadout/config';
import { isLoadoutError } from '@loadout/core';
import { atEndOfFile } from './end-of-file.js';
import { startWarm } from './warm/warm-command.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const bin = join(root, 'packages/cli/bin/loadout.js');

export interface Finished {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A separate folder with these files, in which the packages of this repository count as installed. */
export function project(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-e2e-')));
  // A program that was closed may still write what it keeps.
  atEndOfFile(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(join(root, 'node_modules/@loadout'), join(folder, 'node_modules/@loadout'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export interface Started {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  running(): boolean;
  /** Standard output so far. */
  output(): string;
  /** Standard error so far. */
  errors(): string;
  readonly finished: Promise<Finished>;
}

interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Default `true`: the configuration of the folder is trusted in its state at the start of the command. */
  readonly trust?: boolean;
}

interface ProcessOptions extends RunOptions {
  /** The limits of the command, as options of bash's `ulimit`. */
  readonly limits?: string | undefined;
  /** The destination of standard output, which is otherwise kept. */
  readonly stdout?: string | undefined;
}

/**
 * Runs the built command to its end, with a separate home, without a key, and without the rest of this process's environment. It
 * runs in a process that has run it before, which costs a tenth of a start. A test about the process itself (how it starts, its
 * signals, its descriptors, an end that is not the command's) needs `loadoutProcess` or `startLoadout`.
 */
export async function loadout(args: readonly string[], options: RunOptions): Promise<Finished> {
  return (await startWarmLoadout(args, options)).finished;
}

/** Starts the built command as `loadout` does. For a command that serves until a signal ends it. */
export async function startWarmLoadout(args: readonly string[], options: RunOptions): Promise<Omit<Started, 'running'>> {
  const env = environmentOf(await withTrust(args, options));
  let [stdout, stderr] = ['', ''];
  const running = startWarm(
    { argv: args, cwd: options.cwd, env },
    { stdout: (text) => (stdout += text), stderr: (text) => (stderr += text) },
  );
  if (options.stdin !== undefined) running.write(options.stdin);
  running.closeInput();
  return {
    pid: running.pid,
    kill: running.kill,
    output: () => stdout,
    errors: () => stderr,
    finished: running.finished.then((end) => ({ ...end, stdout, stderr })),
  };
}

/** Starts the built command as a user does, in a process of its own. Home and environment are those of `loadout`. */
export async function startLoadout(args: readonly string[], options: ProcessOptions): Promise<Started> {
  return startNode([bin, ...args], await withTrust(args, options));
}
export const loadoutProcess = async (args: readonly string[], options: ProcessOptions) =>
  (await startLoadout(args, options)).finished;
export const runNode = (args: readonly string[], options: ProcessOptions) => startNode(args, options).finished;

async function withTrust<T extends RunOptions>(args: readonly string[], options: T): Promise<T> {
  const trust = options.trust === false ? {} : await trustIn(args, options);
  return { ...options, env: { ...trust, ...options.env } };
}

/** Trusts as a script would, by the hash of the active parts. No option trusts everything. */
async function trustIn(args: readonly string[], { cwd, env = {} }: RunOptions): Promise<Readonly<Record<string, string>>> {
  const flag = (...names: readonly string[]) => args[args.findIndex((arg) => names.includes(arg)) + 1 || args.length];
  const trust = { file: join(cwd, 'nobody', 'trust.json') };
  try {
    const verdict = await judgeConfig({ cwd: resolve(cwd, flag('--cwd') ?? '.'), file: flag('--config', '-c'), env, trust });
    return verdict.parts.length === 0 ? {} : { LOADOUT_TRUST: verdict.hash };
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    return {};
  }
}

/** The environment of a command: a home in its folder, and no variable of this process but PATH and the temporary folder. */
export function environmentOf({ cwd, env }: RunOptions): Readonly<Record<string, string>> {
  const home = join(cwd, '.home');
  if ((env?.HOME ?? home) === home) makeHome(home);
  return { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: tmpdir(), ...env };
}

/** Refuses a folder of the repository: its suite would take what a test writes there for a change of a file. */
function makeHome(home: string): void {
  if (home.startsWith(root))
    throw new Error(`${home} is in the repository, where no test writes. Give the command another HOME.`);
  mkdirSync(home, { recursive: true });
}

function startNode(args: readonly string[], options: ProcessOptions): Started {
  const env = environmentOf(options);
  const words = [process.execPath, ...args];
  const limited = ['bash', '-c', `ulimit ${options.limits}; exec "$0" "$@"`, ...words];
  const [file = '', ...rest] = options.limits === undefined ? words : limited;
  const output = options.stdout === undefined ? 'pipe' : openSync(options.stdout, 'w');
  const child = spawn(file, rest, {
    cwd: options.cwd,
    env,
    stdio: ['pipe', output, 'pipe'],
  });
  if (typeof output === 'number') closeSync(output);
  // A process that ends at once may not read its input.
  child.stdin?.on('error', () => {}).end(options.stdin ?? '');
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return {
    pid: child.pid ?? 0,
    kill: (signal) => child.kill(signal),
    running: () => child.exitCode === null && child.signalCode === null,
    output: () => stdout,
    errors: () => stderr,
    finished,
  };
}
