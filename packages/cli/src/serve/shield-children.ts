import childProcess, { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

interface Starts {
  spawn(options: { readonly stdio?: unknown }): unknown;
}

const [STDOUT, STDERR] = [1, 2];

/** The functions that write into a descriptor. Our own output has a stream, which does not call them by name. */
const WRITES = [
  'write',
  'writeSync',
  'writev',
  'writevSync',
  'writeFile',
  'writeFileSync',
  'appendFile',
  'appendFileSync',
] as const;

const isShielded = Symbol('children do not inherit standard output');
const prototype = ChildProcess.prototype as unknown as Starts & { [isShielded]?: true };

/**
 * Gives standard error to every child process that would inherit standard output, and to what writes into its descriptor: a
 * plugin must not write into a JSON document (F20). Loadout's own programs have pipes.
 */
export function shieldChildren(): void {
  if (prototype[isShielded] === true) return;
  prototype[isShielded] = true;
  const { spawn } = prototype;
  prototype.spawn = function (this: unknown, options) {
    return spawn.call(this, withStderr(options));
  };
  for (const name of ['spawnSync', 'execSync', 'execFileSync'] as const) {
    const start = childProcess[name] as (...args: readonly unknown[]) => unknown;
    Object.assign(childProcess, { [name]: (...args: readonly unknown[]) => start(...args.map(withStderr)) });
  }
  for (const name of WRITES) {
    const real = fs[name] as (...args: readonly unknown[]) => unknown;
    const write = (to: unknown, ...rest: readonly unknown[]) => real(to === STDOUT ? STDERR : to, ...rest);
    // The form that promisify takes stays.
    Object.assign(fs, { [name]: Object.defineProperties(write, Object.getOwnPropertyDescriptors(real)) });
  }
  syncBuiltinESMExports();
}

/** The options with another standard output; any other argument as it is. */
function withStderr<T>(argument: T): T {
  if (typeof argument !== 'object' || argument === null || !('stdio' in argument)) return argument;
  const { stdio } = argument;
  if (stdio === 'inherit') return { ...argument, stdio: ['inherit', STDERR, 'inherit'] };
  if (!Array.isArray(stdio)) return argument;
  const isStdout = (item: unknown, at: number) => item === STDOUT || item === process.stdout || (at === 1 && item === 'inherit');
  return { ...argument, stdio: stdio.map((item: unknown, at) => (isStdout(item, at) ? STDERR : item)) };
}
