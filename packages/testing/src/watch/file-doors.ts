import fs from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Doors, See } from './seen.js';
import { wrap } from './wrap.js';

type Effects = readonly ('read' | 'write' | undefined)[];

/** What each function does with the paths that are its first arguments. Looking at a file without its content is no effect. */
const FUNCTIONS: Readonly<Record<string, Effects>> = {
  readFile: ['read'],
  readdir: ['read'],
  opendir: ['read'],
  glob: [],
  openAsBlob: ['read'],
  createReadStream: ['read'],
  watch: ['read'],
  watchFile: ['read'],
  writeFile: ['write'],
  appendFile: ['write'],
  createWriteStream: ['write'],
  truncate: ['write'],
  mkdir: ['write'],
  rm: ['write'],
  rmdir: ['write'],
  unlink: ['write'],
  chmod: ['write'],
  lchmod: ['write'],
  chown: ['write'],
  lchown: ['write'],
  utimes: ['write'],
  lutimes: ['write'],
  rename: ['write', 'write'],
  link: ['read', 'write'],
  symlink: [undefined, 'write'],
  copyFile: ['read', 'write'],
  cp: ['read', 'write'],
};

/** The functions of files: with callbacks, with promises, and at once. */
export const fileDoors: Doors = ({ see }) => {
  const undo = Object.entries(FUNCTIONS).flatMap(([name, effects]) =>
    inAllForms(name, (given) => {
      for (const [index, effect] of effects.entries()) if (effect !== undefined) seePath(see, effect, given[index]);
    }),
  );
  const opened = inAllForms('open', ([path, flags]) => seePath(see, effectOf(flags), path));
  // A promise of the name, which no caller waits for here, would come too late.
  const temporary = inAllForms('mkdtemp', ([prefix]) => seePath(see, 'write', `${String(prefix)}XXXXXX`));
  const printed = ['write', 'writev', 'writeSync', 'writevSync'].map((name) =>
    wrap(fs, name, ([fd, data]) => void (fd === 1 && see('print', String(data)))),
  );
  return () => {
    for (const one of [...undo, ...opened, ...temporary, ...printed]) one();
  };
};

function inAllForms(name: string, look: (given: unknown[]) => void): (() => void)[] {
  const before = (given: unknown[]) => {
    look(given);
    return undefined;
  };
  return [wrap(fs, name, before), wrap(fs, `${name}Sync`, before), wrap(fs.promises, name, before)];
}

/** The ways to open a file that change nothing. */
const effectOf = (flags: unknown): 'read' | 'write' => {
  if (typeof flags === 'number')
    return (flags & ~(fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK | fs.constants.O_DIRECTORY)) === 0 ? 'read' : 'write';
  return typeof flags !== 'string' || flags === 'r' || flags === 'rs' || flags === 'sr' ? 'read' : 'write';
};

function seePath(see: See, effect: 'read' | 'write', path: unknown): void {
  const whole = pathOf(path);
  if (whole !== undefined && !(effect === 'read' && isLoading())) see(effect, whole);
}

/** An open file has no path; opening it was seen. */
function pathOf(path: unknown): string | undefined {
  if (typeof path === 'string') return resolve(path);
  if (path instanceof URL) return path.protocol === 'file:' ? fileURLToPath(path) : undefined;
  return Buffer.isBuffer(path) ? resolve(path.toString()) : undefined;
}

/** Whether Node reads a module here. */
function isLoading(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return stack.includes('node:internal/modules/');
}
