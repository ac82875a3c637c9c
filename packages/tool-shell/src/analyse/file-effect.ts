import { FILE_PROGRAMS, type FileProgram } from './file-programs.js';
import type { Effect, NamedFile } from './parts.js';
import { type Argument, isKnown } from './read-word.js';
import { isHarmlessSed } from './sed-script.js';

interface Reading {
  readonly operands: readonly Argument[];
  readonly files: readonly NamedFile[];
  readonly below: boolean;
  readonly inPlace: boolean;
  readonly brought: boolean;
  readonly scripts: readonly Argument[];
  readonly problem: string | undefined;
}

/** The files that a program of the table is given, and whether that is all that it does. */
export function fileEffect(args: readonly Argument[]): Effect {
  const name = String(args[0]);
  const program = FILE_PROGRAMS[name];
  if (program === undefined) return { unclear: name };
  const read = readArguments(args, program);
  const used = operandFiles(name, { program, read });
  const unclear = read.problem ?? used.problem;
  const files = [...read.files, ...used.files];
  const writes = files.some((file) => file.kind === 'write');
  const does = program.needsRule === true ? undefined : writes ? (EDITS.has(name) ? 'edits' : undefined) : 'reads';
  return { files, unclear, does: read.inPlace ? undefined : does };
}

/** Source: PERM-06. */
const EDITS = new Set(['mkdir', 'touch', 'rm', 'rmdir', 'mv', 'cp']);

const has = (list: string | undefined, name: string) => list?.split(' ').includes(name) === true;

function readArguments(args: readonly Argument[], program: FileProgram): Reading {
  const operands: Argument[] = [];
  const files: NamedFile[] = [];
  const scripts: Argument[] = [];
  const found = { below: program.below === '*', inPlace: false, brought: false };
  let problem: string | undefined;
  let dashes = false;
  for (let at = 1; at < args.length; at++) {
    const word = args[at] as Argument;
    const text = isKnown(word) ? word : word.lead;
    if (dashes || !text.startsWith('-') || text === '-') {
      if (!dashes && !isKnown(word) && text === '' && program.operands !== 'text')
        problem ??= mayBeOption(word, program) ? `${word.why} where an option may stand` : undefined;
      operands.push(word);
      continue;
    }
    if (text === '--' && isKnown(word)) {
      dashes = true;
      continue;
    }
    if (program.count === true && isKnown(word) && /^-\d+$/.test(word)) continue;
    const options = readOptions(word, program);
    if (options === undefined) {
      problem ??= `${String(args[0])} with ${isKnown(word) ? word : word.why}`;
      continue;
    }
    for (const { name, value, takesNext } of options) {
      const given = takesNext ? args[at + 1] : value;
      if (takesNext) at += 1;
      if (takesNext && (given === undefined || (!isKnown(given) && (!given.single || given.glob !== undefined))))
        problem ??= `${String(args[0])} -${name} with what is not known`;
      if (has(program.brings, name)) found.brought = true;
      if (has(program.brings, name) && given !== undefined) scripts.push(given);
      if (program.below !== '*' && has(program.below, name)) found.below = true;
      if (has(program.inPlace, name)) found.inPlace = true;
      if (has(program.readsValue, name) && given !== undefined && given !== '-') files.push({ kind: 'read', path: given });
      if (has(program.writesValue, name) && given !== undefined && given !== '-') files.push({ kind: 'write', path: given });
    }
  }
  return { operands, files, scripts, problem, ...found };
}

/** Programs whose every option is harmless may get one from a name pattern. */
const mayBeOption = (word: Exclude<Argument, string>, program: FileProgram) =>
  word.glob === undefined ||
  [program.writesValue, program.readsValue, program.inPlace].some((list) => list !== undefined) ||
  !['files', 'text'].includes(program.operands);

interface Option {
  readonly name: string;
  readonly value: Argument | undefined;
  readonly takesNext: boolean;
}

function readOptions(word: Argument, program: FileProgram): readonly Option[] | undefined {
  const text = isKnown(word) ? word : word.lead;
  if (text.startsWith('--')) {
    const [name = '', ...rest] = text.slice(2).split('=');
    const takes = [program.longValues, program.readsValue, program.writesValue].some(
      (list) => name.length > 1 && has(list, name),
    );
    if (takes && rest.length > 0) {
      const value = isKnown(word) ? rest.join('=') : word;
      const isFile = has(program.readsValue, name) || has(program.writesValue, name);
      return isKnown(word) || (word.single && !isFile) ? [{ name, value, takesNext: false }] : undefined;
    }
    if (!isKnown(word)) return undefined;
    if (takes) return [{ name, value: undefined, takesNext: true }];
    const flag = [program.long, program.below, program.brings, program.inPlace].some(
      (list) => has(list, text.slice(2)) && text.length > 3,
    );
    return flag || (name.length > 1 && has(program.inPlace, name)) ? [{ name, value: undefined, takesNext: false }] : undefined;
  }
  return isKnown(word) ? shortOptions(word.slice(1), program) : undefined;
}

function shortOptions(letters: string, program: FileProgram): readonly Option[] | undefined {
  const options: Option[] = [];
  for (const [index, letter] of [...letters].entries()) {
    const takes =
      program.values?.includes(letter) === true || has(program.readsValue, letter) || has(program.writesValue, letter);
    const value = letters.slice(index + 1);
    if (has(program.inPlace, letter)) return [...options, { name: letter, value, takesNext: false }];
    if (takes) return [...options, { name: letter, value: value === '' ? undefined : value, takesNext: value === '' }];
    if (program.flags?.includes(letter) !== true && !(program.below !== '*' && has(program.below, letter))) return undefined;
    options.push({ name: letter, value: undefined, takesNext: false });
  }
  return options;
}

interface Used {
  readonly files: readonly NamedFile[];
  readonly problem?: string | undefined;
}

function operandFiles(name: string, { program, read }: { program: FileProgram; read: Reading }): Used {
  const { operands, below } = read;
  switch (program.operands) {
    case 'text':
      return { files: [] };
    case 'format':
      return operands.every((word) => (isKnown(word) ? word : word.lead).startsWith('+'))
        ? { files: [] }
        : { files: [], problem: `${name} with a date to set` };
    case 'one-file':
      return operands.length > 1
        ? { files: [...uses([operands[0]], 'read'), ...uses(operands.slice(1), 'write')] }
        : { files: uses(operands, 'read') };
    case 'pattern': {
      const files = read.brought ? operands : operands.slice(1);
      const first = read.brought ? undefined : operands[0];
      if (first !== undefined && !isKnown(first) && !first.single)
        return { files: [], problem: `${name} with ${first.why} as its pattern` };
      return { files: uses(files.length === 0 && below ? ['.'] : files, 'read', below) };
    }
    case 'script':
      return scriptFiles(name, { read });
    case 'mode':
      return { files: uses(operands.slice(1), 'write', below) };
    case 'changed':
      return { files: uses(operands, 'write', below) };
    case 'copy':
      return { files: [...carried(uses(operands.slice(0, -1), 'read', below), below), ...targets(operands, below)] };
    case 'move':
      return { files: [...carried(uses(operands.slice(0, -1), 'write', true), true), ...targets(operands, true)] };
    case 'link':
      return { files: [...uses(operands.slice(0, -1), 'read'), ...targets(operands, false, 'link')] };
    default:
      return { files: uses(operands, 'read', below) };
  }
}

function scriptFiles(name: string, { read }: { read: Reading }): Used {
  const scripts = read.brought ? read.scripts : read.operands.slice(0, 1);
  const files = uses(read.brought ? read.operands : read.operands.slice(1), read.inPlace ? 'write' : 'read');
  if (name === 'sed' && !scripts.every((script) => isKnown(script) && isHarmlessSed(script)))
    return { files, problem: 'sed with a script that may do more than print and replace' };
  if (
    name === 'jq' &&
    !scripts.every((script) => isKnown(script) && !/\b(?:input_filename|import|include|env|debug)\b|\$ENV|\$__/.test(script))
  )
    return { files, problem: 'jq with a program that may read more' };
  return { files };
}

/** Where the last operand is a folder, what is copied goes into it under its own name. */
function targets(operands: readonly Argument[], below: boolean, fills = below ? ('tree' as const) : undefined): readonly NamedFile[] {
  const to = operands.at(-1);
  if (to === undefined || operands.length < 2) return [];
  const inside = operands.slice(0, -1).flatMap((from): Argument[] => {
    const base = isKnown(from) ? /([^/]+)\/*$/.exec(from)?.[1] : undefined;
    return isKnown(to) && base !== undefined && base !== '.' && base !== '..' ? [`${to.replace(/\/+$/, '')}/${base}`] : [];
  });
  const written = [...uses([to], 'write', below || operands.some((word) => !isKnown(word))), ...uses(inside, 'write', below)];
  return written.map((use) => ({ ...use, fills }));
}

const carried = (files: readonly NamedFile[], isCarried: boolean): readonly NamedFile[] =>
  isCarried ? files.map((use) => ({ ...use, carried: true })) : files;

const uses = (operands: readonly (Argument | undefined)[], kind: 'read' | 'write', below = false): readonly NamedFile[] =>
  operands.flatMap((path) => (path === undefined || path === '-' ? [] : [below ? { kind, path, below } : { kind, path }]));
