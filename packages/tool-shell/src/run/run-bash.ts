import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { errors } from '../errors.js';
import { keepOutput } from './output-keeper.js';
import { endTree, killTree, type ProcessTree } from './process-tree.js';

export interface BashRun {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly runId: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onOutput: (chunk: Buffer) => void;
}

export interface BashEnd {
  readonly stdout: string;
  readonly stderr: string;
  /** 128 + the number of the signal for a shell that was killed, as shells count. */
  readonly exitCode: number;
  readonly killedBy: NodeJS.Signals | undefined;
  readonly ended: 'itself' | 'timeout' | 'interrupt';
  /** Processes that outlived the shell and held its output open were killed. */
  readonly killedStragglers: boolean;
}

/** How long output may come after the shell has exited before what holds it open is ended. */
const DRAIN_MS = 250;
/** How long to wait for a stream that nothing we can find holds open. */
const GIVE_UP_MS = 1000;

type Shell = ChildProcessByStdio<null, Readable, Readable>;

/** Runs exactly the given text, in a process group of its own and without standard input. */
export async function runBash(run: BashRun): Promise<BashEnd> {
  if (run.signal.aborted) throw errors.SHELL_CANCELLED({});
  const shell = spawn('bash', ['--noprofile', '--norc', '-c', run.command], {
    cwd: run.cwd,
    env: run.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const outputs = [shell.stdout, shell.stderr].map((stream) => {
    const keeper = keepOutput();
    stream.on('data', (chunk: Buffer) => {
      keeper.push(chunk);
      run.onOutput(chunk);
    });
    return keeper;
  });
  const exited = exitOf(shell);
  const closed = once(shell, 'close').then(
    () => {},
    () => {},
  );
  const tree = { pid: await started(shell), runId: run.runId };
  const ended = await firstEnd(exited, run);
  if (ended !== 'itself') await endTree(tree);
  const { code, signal } = await exited;
  const killedStragglers = await drain({ shell, closed, tree });
  const [stdout, stderr] = outputs.map((keeper) => keeper.text());
  const exitCode = code ?? 128 + (signal === null ? 0 : signalNumber(signal));
  return { stdout: stdout ?? '', stderr: stderr ?? '', exitCode, killedBy: signal ?? undefined, ended, killedStragglers };
}

function exitOf(shell: Shell): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((settle) => shell.once('exit', (code, signal) => settle({ code, signal })));
}

async function started(shell: Shell): Promise<number> {
  if (shell.pid !== undefined) return shell.pid;
  const [cause] = (await once(shell, 'error').catch((error) => [error])) as [Error];
  throw errors.SHELL_START_FAILED({ reason: cause.message }, { cause });
}

/** What happens first: the shell exits, the time is up, or the call is aborted. Leaves no timer and no listener. */
function firstEnd(exited: Promise<unknown>, run: BashRun): Promise<BashEnd['ended']> {
  return new Promise((settle) => {
    const end = (how: BashEnd['ended']) => {
      clearTimeout(timer);
      run.signal.removeEventListener('abort', onAbort);
      settle(how);
    };
    const onAbort = () => end('interrupt');
    const timer = setTimeout(() => end('timeout'), run.timeoutMs);
    run.signal.addEventListener('abort', onAbort, { once: true });
    exited.then(() => end('itself'));
  });
}

/** Waits for the output to end. A process that the command left behind must not hang the call. */
async function drain(run: { shell: Shell; closed: Promise<void>; tree: ProcessTree }): Promise<boolean> {
  if (await within(run.closed, DRAIN_MS)) return false;
  await killTree(run.tree);
  if (await within(run.closed, GIVE_UP_MS)) return true;
  run.shell.stdout.destroy();
  run.shell.stderr.destroy();
  return true;
}

function within(work: Promise<void>, ms: number): Promise<boolean> {
  return new Promise((settle) => {
    const timer = setTimeout(() => settle(false), ms);
    work.then(() => {
      clearTimeout(timer);
      settle(true);
    });
  });
}

function signalNumber(signal: NodeJS.Signals): number {
  return constants.signals[signal] ?? 0;
}
