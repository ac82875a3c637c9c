import type { FileProgram } from '../programs/file-program.js';
import { PROGRAMS } from '../programs/index.js';
import { type Argument, isKnown } from './read-word.js';

/** Modules whose second word is the file that they write. */
const MODULES: Readonly<Record<string, FileProgram>> = {
  'json.tool': {
    flags: 'h',
    long: 'sort-keys no-ensure-ascii json-lines tab no-indent compact help',
    longValues: 'indent',
    needsRule: true,
    operands: 'one-file',
  },
};

export interface PythonModule {
  /** The module with its words, as a command of its own. */
  readonly args: readonly Argument[];
  /** The row of a module that is no program. */
  readonly row: FileProgram | undefined;
}

/** The module of `python3 -m pytest`, if a table knows it. Any other call of Python runs any code. */
export function pythonModule([name, ...rest]: readonly Argument[], base: string): PythonModule | undefined {
  if (!isKnown(name) || !/^python[\d.]*$/.test(base)) return undefined;
  const at = rest.findIndex((word) => !isKnown(word) || !/^-[bBdEiIOqsSuvx]+$/.test(word));
  const word = rest[at];
  const glued = isKnown(word) ? /^-[bBdEiIOqsSuvx]*m(.*)$/s.exec(word)?.[1] : undefined;
  if (glued === undefined) return undefined;
  const args = glued === '' ? rest.slice(at + 1) : [glued, ...rest.slice(at + 1)];
  const [module] = args;
  if (!isKnown(module)) return undefined;
  const row = Object.hasOwn(MODULES, module) ? MODULES[module] : undefined;
  return row !== undefined || Object.hasOwn(PROGRAMS, module) ? { args, row } : undefined;
}
