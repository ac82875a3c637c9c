import fs from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Doors, See } from './seen.js';
import { callers, wrap } from './wrap.js';

type Effects = readonly ('read' | 'write' | undefined)[];

/** The effect of each function on the paths that are its first arguments. Looking at a file without its content is no effect. */
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

/** The functions that write into an open file, which may be standard output. */
const PRINTS = ['write', 'writev', 'writeSync', 'writevSync', 'writeFile', 'writeFileSync', 'appendFile', 'appendFileSync'];

/** The functions of files: with callbacks, with promises, and at once. */
export const fileDoors: Doors = ({ see }) => {
  const undo = Object.entries(FUNCTIONS).flatMap(([name, effects]) =>
    inAllForms(name, (given) => {
      for (const [index, effect] of effects.entries()) if (effect !== undefined) seePath(see, effect, given[index]);
    }),
  );
  const opened = inAllForms('open', ([path, flags]) => {
    const effect = effectOf(flags);
    if (effect !== undefined) seePath(see, effect, path);
  });
  // A promise of the name, which no caller waits for here, would come too late.
  const temporary = inAllForms('mkdtemp', ([prefix]) => seePath(see, 'temporary', prefix));
  const printed = PRINTS.map((name) => wrap(fs, name, ([fd, data]) => void (fd === 1 && see('print', String(data)))));
  const asked = ['read', 'readSync', 'readFile', 'readFileSync', 'createReadStream'].map((name) =>
    wrap(fs, name, (given) => void (isStdin(given) && see('process', 'reads standard input'))),
  );
  return () => {
    for (const one of [...asked, ...undo, ...opened, ...temporary, ...printed]) one();
  };
};

const isStdin = ([file, options]: unknown[]) => file === 0 || (options as { readonly fd?: unknown } | null | undefined)?.fd === 0;

function inAllForms(name: string, look: (given: unknown[]) => void): (() => void)[] {
  const before = (given: unknown[]) => {
    look(given);
    return undefined;
  };
  return [wrap(fs, name, before), wrap(fs, `${name}Sync`, before), wrap(fs.promises, name, before)];
}

const { O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND, O_DIRECTORY = 0 } = fs.constants;
const WRITES = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;

/** A folder that is held open shows nothing by itself. */
function effectOf(flags: unknown): 'read' | 'write' | undefined {
  if (typeof flags !== 'number') return typeof flags !== 'string' || /^s?rs?$/.test(flags) ? 'read' : 'write';
  if ((flags & WRITES) !== 0) return 'write';
  return (flags & O_DIRECTORY) === 0 ? 'read' : undefined;
}

function seePath(see: See, effect: 'read' | 'write' | 'temporary', path: unknown): void {
  const whole = pathOf(path);
  if (whole !== undefined && !(effect === 'read' && isLoading())) see(effect, whole);
}

/** An open file has no path; opening it was seen. */
function pathOf(path: unknown): string | undefined {
  if (typeof path === 'string') return inHeldFolder(resolve(path));
  if (path instanceof URL) return path.protocol === 'file:' ? fileURLToPath(path) : undefined;
  return Buffer.isBuffer(path) ? inHeldFolder(resolve(path.toString())) : undefined;
}

/** A path may begin at the descriptor of a folder, so that no link leads it elsewhere. */
function inHeldFolder(path: string): string {
  const [, folder, rest = ''] = /^(\/proc\/self\/fd\/\d+|\/dev\/fd\/\d+)(\/.*)?$/.exec(path) ?? [];
  try {
    return folder === undefined ? path : resolve(`${fs.readlinkSync(folder)}${rest}`);
  } catch {
    return path;
  }
}

/** Whether Node reads a module here. */
const isLoading = (): boolean => callers().some((file) => file.startsWith('node:internal/modules/'));
