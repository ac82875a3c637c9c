import { type ChildProcess, spawn } from 'node:child_process';
import { signalGroup } from '../platform/signal-group.js';
import { hasGroups } from '../platform/system.js';

export interface ChildRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The standard input. Absent: the child reads nothing. */
  readonly stdin?: string | undefined;
  /** The encoding of standard input and output. Default: UTF-8. Latin-1 keeps every byte, also of a name that is not UTF-8. */
  readonly encoding?: 'utf8' | 'latin1' | undefined;
  /** Ends the child and everything in its process group. */
  readonly signal: AbortSignal;
  /**
   * The number of bytes kept of each stream. The rest is read and dropped, so that a program that prints without end cannot fill
   * memory.
   */
  readonly mostBytes: number;
  /** Called with each kept piece. */
  readonly onOutput?: ((stream: 'stdout' | 'stderr', text: string) => void) | undefined;
}

export interface ChildExit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

const GRACE_MS = 300;

/**
 * Runs a program without a shell, in its own process group; not at all if the signal has aborted. Rejects with the system's error if it cannot
 * be started.
 */
export function runChild(request: ChildRequest): Promise<ChildExit> {
  const { file, args, cwd, env, stdin, encoding = 'utf8', signal, mostBytes, onOutput } = request;
  if (signal.aborted) return Promise.resolve({ code: null, signal: 'SIGTERM', stdout: '', stderr: '' });
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...args], {
      cwd,
      env: { ...env },
      detached: hasGroups(),
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const stop = () => endGroup(child);
    child.on('error', (error) => {
      signal.removeEventListener('abort', stop);
      reject(error);
    });
    // Without a free file descriptor the child has no streams, and an error event follows.
    if (child.pid === undefined) return;
    signal.addEventListener('abort', stop, { once: true });
    const end = endWithThisProcess(child.pid);
    const stdout = collect(child.stdout, { mostBytes, hear: (text) => onOutput?.('stdout', text) });
    const stderr = collect(child.stderr, { mostBytes, hear: (text) => onOutput?.('stderr', text) });
    // A program need not read its standard input.
    child.stdin.on('error', () => {});
    child.stdin.end(stdin, encoding);
    child.on('close', (code, by) => {
      signal.removeEventListener('abort', stop);
      end();
      resolve({ code, signal: by, stdout: stdout(encoding), stderr: stderr('utf8') });
    });
  });
}

interface Kept {
  readonly mostBytes: number;
  readonly hear: (text: string) => void;
}

/** Returns a function that returns the kept beginning of a stream. */
function collect(stream: NodeJS.ReadableStream, { mostBytes, hear }: Kept): (encoding: BufferEncoding) => string {
  const chunks: Buffer[] = [];
  const decoder = new TextDecoder();
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    const kept = chunk.subarray(0, Math.max(0, mostBytes - size));
    size += chunk.length;
    if (kept.length === 0) return;
    chunks.push(kept);
    const text = decoder.decode(kept, { stream: true });
    if (text !== '') hear(text);
  });
  return (encoding) => Buffer.concat(chunks).toString(encoding);
}

/** The groups that run. One listener serves all of them, because Node warns about more than a few. */
const running = new Set<number>();
const killRunning = () => {
  for (const pid of running) signalGroup(pid, 'SIGKILL');
};

/** Ends a group when this process exits, which no signal of a caller tells. Returns a function for the end of the group. */
function endWithThisProcess(pid: number): () => void {
  if (running.size === 0) process.on('exit', killRunning);
  running.add(pid);
  return () => {
    running.delete(pid);
    if (running.size === 0) process.off('exit', killRunning);
  };
}

/** Asks the group to end before killing it, so that git can remove a half-made working tree. */
function endGroup({ pid, stdout, stderr }: ChildProcess): void {
  if (pid === undefined) return;
  signalGroup(pid, 'SIGTERM');
  setTimeout(() => {
    signalGroup(pid, 'SIGKILL');
    // A process that left the group may hold them open.
    stdout?.destroy();
    stderr?.destroy();
  }, GRACE_MS).unref();
}
