import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { endTree, killTree, type ProcessTree, settlesWithin } from '@loadout/node';
import { hasGroups, startProblem } from '@loadout/node/platform';
import { errors } from '../errors.js';
import { free } from './free.js';
import { GRACE } from './grace.js';

export type OutputName = 'stdout' | 'stderr';

export interface ShellStart {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The whole standard input. Absent: it is closed. */
  readonly stdin?: string | undefined;
  /** The mark in the environment of all processes of the shell. */
  readonly runId: string;
  /** `slow` makes the process wait a moment before more output is read. Contract: keeps no part of the chunk, whose memory is freed. */
  readonly onOutput: (chunk: Buffer, from: OutputName) => 'slow' | undefined;
}

export interface ShellExit {
  /** For a killed shell, 128 + the number of the signal, as shells count. */
  readonly exitCode: number;
  readonly killedBy: NodeJS.Signals | undefined;
  /** Whether processes that outlived the shell and held its output open were killed. */
  readonly killedStragglers: boolean;
}

export interface RunningShell {
  /** Settles when the shell has exited and its output has ended. Never rejects. */
  readonly ended: Promise<ShellExit>;
  /** From now on, waits for processes that outlive the shell and hold its output open. */
  keepStragglers(): void;
  /** Ends the shell and every process that it started. Settles when all of them are gone. */
  stop(): Promise<void>;
}

/** The time for more output after the shell has exited. Afterwards, processes that hold the output open are ended. */
const DRAIN_MS = 250;
/** The time to wait for a stream that no known process holds open. */
const GIVE_UP_MS = 1000;
const REST_MS = 1;

interface Shell extends ChildProcess {
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/** Starts a shell in its own process group. */
export async function startShell(start: ShellStart): Promise<RunningShell> {
  const shell = spawn(start.file, start.args, {
    cwd: start.cwd,
    env: start.env,
    stdio: [start.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    detached: hasGroups(),
    windowsHide: true,
  }) as Shell;
  // If no file descriptor is left, the shell has no streams either.
  if (shell.pid === undefined) throw await startFailure(shell, start);
  // A program need not read its input.
  shell.stdin?.on('error', () => {}).end(start.stdin);
  for (const name of ['stdout', 'stderr'] as const) listen(shell[name], (chunk) => start.onOutput(chunk, name));
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((settle) =>
    shell.once('exit', (code, signal) => settle({ code, signal })),
  );
  const closed = once(shell, 'close').then(
    () => {},
    () => {},
  );
  const tree: ProcessTree = { pid: shell.pid, tag: start.runId };
  let waits = false;
  const ended = exited.then(async ({ code, signal }) => ({
    exitCode: code ?? 128 + (signal === null ? 0 : (constants.signals[signal] ?? 0)),
    killedBy: signal ?? undefined,
    killedStragglers: await (waits ? closed.then(() => false) : drain({ shell, closed, tree })),
  }));
  return {
    ended,
    keepStragglers() {
      waits = true;
    },
    async stop() {
      await endTree(tree, GRACE);
      // An unknown process may still hold the output open. It must not delay the caller.
      if (!(await settlesWithin(GIVE_UP_MS, closed))) closeOutputs(shell);
      await ended;
    },
  };
}

function listen(stream: Readable, onChunk: (chunk: Buffer) => 'slow' | undefined): void {
  stream.on('data', (chunk: Buffer) => {
    const pace = onChunk(chunk);
    free(chunk);
    if (pace !== 'slow') return;
    stream.pause();
    setTimeout(() => stream.resume(), REST_MS);
  });
}

async function startFailure(shell: Shell, { file, cwd }: ShellStart): Promise<Error> {
  const [cause] = (await once(shell, 'error').catch((error) => [error])) as [NodeJS.ErrnoException];
  return errors.SHELL_START_FAILED({ reason: startProblem(cause, { command: file, cwd }), code: cause.code }, { cause });
}

/** Waits for the output to end. A process that the command left behind must not block the call. */
async function drain(run: { shell: Shell; closed: Promise<void>; tree: ProcessTree }): Promise<boolean> {
  if (await settlesWithin(DRAIN_MS, run.closed)) return false;
  // On a busy machine the output may end late although no process is left.
  const hadStragglers = await killTree(run.tree);
  if (!(await settlesWithin(GIVE_UP_MS, run.closed))) closeOutputs(run.shell);
  return hadStragglers;
}

function closeOutputs(shell: Shell): void {
  shell.stdout.destroy();
  shell.stderr.destroy();
}
