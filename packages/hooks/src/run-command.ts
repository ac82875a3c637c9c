import { spawn } from 'node:child_process';

export interface CommandRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly signal: AbortSignal;
  /** Hears each piece as it comes. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', text: string) => void;
}

export interface CommandExit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

const MAX_OUTPUT = 1024 * 1024;
const GRACE_MS = 300;

/** Runs a program in a process group of its own; when `signal` aborts the whole group goes. Rejects when it cannot be started. */
export function runCommand(request: CommandRequest): Promise<CommandExit> {
  return new Promise((resolve, reject) => {
    const child = spawn(request.file, request.args, {
      cwd: request.cwd,
      env: request.env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const stop = () => killGroup(child.pid);
    child.on('error', (error) => {
      request.signal.removeEventListener('abort', stop);
      reject(new Error(`it could not be started: ${error.message}`));
    });
    // Without a descriptor to spare it has no streams, and the error is on its way.
    if (child.pid === undefined) return;
    request.signal.addEventListener('abort', stop, { once: true });
    const { onOutput } = request;
    const stdout = collect(child.stdout, (text) => onOutput?.('stdout', text));
    const stderr = collect(child.stderr, (text) => onOutput?.('stderr', text));
    // A program need not read its input.
    child.stdin.on('error', () => {});
    child.stdin.end(request.stdin);
    child.on('close', (code, signal) => {
      request.signal.removeEventListener('abort', stop);
      if (request.signal.aborted) reject(new Error('it was stopped'));
      else resolve({ code, signal, stdout: stdout(), stderr: stderr() });
    });
    if (request.signal.aborted) stop();
  });
}

/** Keeps the first part of a stream and reads the rest away, so that a program that prints without end cannot fill memory. */
function collect(stream: NodeJS.ReadableStream, hear: (text: string) => void): () => string {
  const chunks: Buffer[] = [];
  const decoder = new TextDecoder();
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    const kept = chunk.subarray(0, Math.max(0, MAX_OUTPUT - size));
    size += chunk.length;
    if (kept.length === 0) return;
    chunks.push(kept);
    const text = decoder.decode(kept, { stream: true });
    if (text !== '') hear(text);
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  const send = (signal: 'SIGTERM' | 'SIGKILL') => {
    try {
      process.kill(-pid, signal);
    } catch {
      // The group is gone already.
    }
  };
  send('SIGTERM');
  setTimeout(() => send('SIGKILL'), GRACE_MS).unref();
}
