import { Io } from './io.js';

/** This process's own streams. */
export function processIo(): Io {
  const io = new Io({
    cwd: process.cwd(),
    env: process.env,
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
  });
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    io.close();
  });
  // Nobody reads what is told on the way: that stops nothing.
  process.stderr.on('error', () => {});
  return io;
}

/** How long the process may take to end by itself once it has nothing more to say. */
const GRACE_MS = 10;

/** Ends with this code, in the order of things if nothing is left open, else a moment later. */
export function endProcess(code: number): void {
  process.exitCode = code;
  process.stdout.write('', () => {
    setTimeout(() => process.exit(), GRACE_MS).unref();
  });
}
