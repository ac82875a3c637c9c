import childProcess, { ChildProcess } from 'node:child_process';
import { callers } from './callers.js';
import type { Child, Doors, See } from './seen.js';
import { wrap, wrapAll } from './wrap.js';

interface SpawnOptions {
  readonly file?: string;
  readonly args?: readonly string[];
}

/**
 * Programs that start. All of those that nobody waits for pass through one method, also where a module kept `spawn` or `exec` for
 * itself.
 */
export const programDoors: Doors = ({ see, children }) => {
  const undo = [
    wrap(ChildProcess.prototype, 'spawn', ([options], self) => {
      const { file = '', args = [] } = options as SpawnOptions;
      see('run', [file, ...args.slice(1)].join(' '));
      children(self as Child);
      return undefined;
    }),
    wrap(childProcess, 'spawnSync', (given) => withLimit(given, see('run', commandOf(given)))),
    wrap(childProcess, 'execFileSync', (given) => withLimit(given, see('run', commandOf(given)))),
    wrap(childProcess, 'execSync', (given) => withLimit(given, see('run', `sh -c ${String(given[0])}`))),
  ];
  return () => {
    for (const one of undo) one();
  };
};

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
    wrap(process, 'umask', ([mask]) => void (mask !== undefined && see('process', `sets the umask to ${String(mask)}`))),
    watchedEnv(see),
  ];
  return () => {
    for (const one of undo) one();
  };
};

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
