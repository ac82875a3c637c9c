import childProcess, { ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import type { Child, Doors, See } from './seen.js';
import { callers, wrap, wrapAll } from './wrap.js';

interface SpawnOptions {
  readonly file?: string;
  readonly args?: readonly string[];
  readonly stdio?: unknown;
}

/**
 * Programs that start. All of those that nobody waits for pass through one method, also where a module kept `spawn` or `exec` for
 * itself.
 */
export const programDoors: Doors = ({ see, children }) => {
  const undo = [
    wrap(ChildProcess.prototype, 'spawn', ([options], self) => {
      const { file = '', args = [], stdio } = options as SpawnOptions;
      seeInherited(see, { stdio, program: file });
      see('run', [file, ...args.slice(1)].join(' '));
      children(self as Child);
      return undefined;
    }),
    wrapAll(childProcess, ['spawnSync', 'execFileSync'], (given) => startAtOnce(see, { given, command: commandOf(given) })),
    wrap(childProcess, 'execSync', (given) => startAtOnce(see, { given, command: `sh -c ${String(given[0])}` })),
  ];
  return () => {
    for (const one of undo) one();
  };
};

function startAtOnce(see: See, { given, command }: { given: unknown[]; command: string }): unknown[] | undefined {
  const [options] = given.filter((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
  seeInherited(see, { stdio: (options as SpawnOptions | undefined)?.stdio, program: command });
  return withLimit(given, see('run', command));
}

/** A child that inherits standard output writes there, whatever its parent does. */
function seeInherited(see: See, { stdio, program }: { readonly stdio: unknown; readonly program: string }): void {
  const streams: readonly unknown[] = stdio === 'inherit' ? [0, 1, 2] : Array.isArray(stdio) ? stdio : [];
  const isStdout = (one: unknown, at: number) => one === 1 || one === process.stdout || (at === 1 && one === 'inherit');
  if (streams.some(isStdout)) see('print', `what ${program} prints`);
}

const commandOf = ([file, args]: unknown[]) => [file, ...(Array.isArray(args) ? args : [])].join(' ');

/** Time for the limit of the function itself, whose end comes first. */
const LATER_MS = 600;

/** Gives the limit to the program: a function that waits for a program at once cannot be ended. */
function withLimit(given: unknown[], limitMs: number | undefined): unknown[] | undefined {
  if (limitMs === undefined || !Number.isFinite(limitMs)) return undefined;
  const at = given.findIndex((one, index) => index > 0 && typeof one === 'object' && one !== null && !Array.isArray(one));
  const options = { timeout: limitMs + LATER_MS, killSignal: 'SIGKILL', ...(at < 0 ? {} : (given[at] as object)) };
  return at < 0 ? [...given, options] : given.map((one, index) => (index === at ? options : one));
}

const PRINTS = ['log', 'info', 'debug', 'dir', 'table', 'group', 'groupCollapsed'];
const LOGS = ['error', 'warn', 'trace'];

/** Texts that the process prints, and changes that all its sessions would feel. */
export const globalDoors: Doors = ({ see }) => {
  const undo = [
    wrap(process.stdout, 'write', ([text]) => void see('print', String(text))),
    wrap(process.stderr, 'write', ([text]) => void see('log', String(text))),
    wrapAll(console, PRINTS, (given) => void see('print', given.map(String).join(' '))),
    wrapAll(console, LOGS, (given) => void see('log', given.map(String).join(' '))),
    wrap(process, 'chdir', ([path]) => void see('process', `changes the working directory of the process to ${String(path)}`)),
    wrapAll(process, ['exit', 'abort', 'reallyExit'], () => void refuse(see('process', 'ends the process'))),
    wrap(
      process,
      'kill',
      ([pid, signal]) =>
        void (isOurs(pid) && signal !== 0 && refuse(see('process', `sends ${String(signal ?? 'SIGTERM')} to the process`))),
    ),
    wrap(process.report, 'writeReport', ([file]) => void see('write', resolve(String(file ?? '.')))),
    wrap(process, 'loadEnvFile', ([file]) => void see('read', resolve(String(file ?? '.env')))),
    watchedStdin(see),
    wrap(process, 'umask', ([mask]) => void (mask !== undefined && see('process', `sets the umask to ${String(mask)}`))),
    watchedEnv(see),
  ];
  return () => {
    for (const one of undo) one();
  };
};

/** Standard input belongs to the host, whose requests may come there. */
function watchedStdin(see: See): () => void {
  const own = Object.getOwnPropertyDescriptor(process, 'stdin');
  if (own?.get === undefined || own.configurable !== true) return () => {};
  const get = () => {
    if (!isNodeAsking()) see('process', 'uses standard input');
    return own.get?.call(process) as unknown;
  };
  Object.defineProperty(process, 'stdin', { ...own, get });
  return () => void Object.defineProperty(process, 'stdin', own);
}

/** The process, those that share its group, and the one that started it. */
const isOurs = (pid: unknown): boolean => typeof pid === 'number' && [0, process.pid, process.ppid].includes(pid);

/** The tests go on. */
function refuse(watched: number | undefined): void {
  if (watched !== undefined) throw new Error('The test kit does not let a tool end its process.');
}

/** Records the variables that are read and written, but for those that Node reads for itself. */
function watchedEnv(see: See): () => void {
  const real = process.env;
  const watched = new Proxy(real, {
    get(target, name) {
      if (typeof name === 'string' && !isNodeAsking()) see('variable', name);
      return Reflect.get(target, name) as unknown;
    },
    has(target, name) {
      if (typeof name === 'string' && !isNodeAsking()) see('variable', name);
      return Reflect.has(target, name);
    },
    set(target, name, value) {
      see('process', `sets the variable ${String(name)} of the process`);
      return Reflect.set(target, name, value);
    },
    deleteProperty(target, name) {
      see('process', `removes the variable ${String(name)} of the process`);
      return Reflect.deleteProperty(target, name);
    },
    ownKeys(target) {
      see('variable', '*');
      return Reflect.ownKeys(target);
    },
  });
  process.env = watched;
  return () => {
    if (process.env === watched) process.env = real;
  };
}

/** Whether Node's own code asks, for itself: behind this function and the trap stands who asks. */
const isNodeAsking = (): boolean => callers()[2]?.startsWith('node:') === true;
