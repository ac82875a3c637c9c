import type { FileProgram } from './file-programs.js';
import type { NamedFile } from './parts.js';
import { type Argument, isKnown } from './read-word.js';

export interface Reading {
  readonly operands: readonly Argument[];
  readonly files: readonly NamedFile[];
  readonly below: boolean;
  readonly inPlace: boolean;
  readonly brought: boolean;
  readonly scripts: readonly Argument[];
  /** Name patterns that may meet a file whose name looks like an option. */
  readonly loose: readonly Argument[];
  /** The ending of the copy that keeps a file as it was. */
  readonly suffix: string;
  readonly problem: string | undefined;
}

const has = (list: string | undefined, name: string) => list?.split(' ').includes(name) === true;

/** Reads the words of a program of the table: its options exactly, with the files that they name, and its operands. */
export function readArguments(given: readonly Argument[], program: FileProgram): Reading {
  const args = program.bundle === true ? unbundled(given, program) : given;
  const operands: Argument[] = [];
  const files: NamedFile[] = [];
  const scripts: Argument[] = [];
  const loose: Argument[] = [];
  const found = { below: program.below === '*', inPlace: false, brought: false, suffix: '' };
  let problem: string | undefined;
  let dashes = false;
  const list = program.atFiles === true ? args.find((word) => (isKnown(word) ? word : word.lead).startsWith('@')) : undefined;
  if (list !== undefined) problem = `${String(args[0])} with words from a file (@)`;
  const [, first] = args;
  if (program.bundle === true && first !== undefined && !isKnown(first) && !first.lead.startsWith('-'))
    problem ??= `${String(args[0])} with ${first.why} where options stand`;
  for (let at = 1; at < args.length; at++) {
    const word = args[at] as Argument;
    const text = isKnown(word) ? word : word.lead;
    if (dashes || !text.startsWith('-') || text === '-') {
      if (!dashes && !isKnown(word) && text === '' && program.operands !== 'text')
        if (mayBeOption(word, program)) problem ??= `${word.why} where an option may stand`;
        else loose.push(word);
      if (isOdd(word, '', program)) problem ??= `${String(args[0])} with ${isKnown(word) ? word : word.why}`;
      operands.push(word);
      continue;
    }
    if (isKnown(word) && has(program.whole, word)) continue;
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
      const taken = takesNext ? args[at + 1] : value;
      if (takesNext) at += 1;
      // Behind the first operand some systems take an option for one more.
      if (takesNext && taken !== undefined && operands.length > 0 && program.operands === 'files') operands.push(taken);
      if (takesNext && (taken === undefined || (!isKnown(taken) && (!taken.single || taken.glob !== undefined))))
        problem ??= `${String(args[0])} -${name} with what is not known`;
      if (taken !== undefined && isOdd(taken, name, program))
        problem ??= `${String(args[0])} -${name} with ${isKnown(taken) ? taken : taken.why}`;
      if (has(program.brings, name)) found.brought = true;
      if (has(program.brings, name) && taken !== undefined) scripts.push(taken);
      if (program.below !== '*' && has(program.below, name)) found.below = true;
      if (has(program.inPlace, name)) {
        found.inPlace = true;
        found.suffix = isKnown(taken) ? taken : '';
        // A suffix with `/` or `*` says where the copy goes.
        if (isKnown(taken) && !/^[\w.~-]*$/.test(taken)) problem ??= `${String(args[0])} -${name} with the suffix ${taken}`;
      }
      if (has(program.readsValue, name) && taken !== undefined && taken !== '-') files.push({ kind: 'read', path: taken });
      if (has(program.writesValue, name) && taken !== undefined && taken !== '-') files.push({ kind: 'write', path: taken });
    }
  }
  return { operands, files, scripts, loose, problem, ...found };
}

/** More than a value of this option, or of an operand, or perhaps so. */
function isOdd(word: Argument, option: string, { odd = [] }: FileProgram): boolean {
  const [, means, openLead] = odd.find(([options]) => (option === '' ? options === '' : has(options, option))) ?? [];
  if (means === undefined) return false;
  if (!isKnown(word)) return openLead?.test(word.lead) !== true;
  return typeof means === 'function' ? means(word) : means.test(word);
}

/** `tar cfz o.tgz a` as `tar -c -f o.tgz -z a`: each letter with a value takes the next word in its turn. */
function unbundled(args: readonly Argument[], program: FileProgram): readonly Argument[] {
  const [name = '', letters, ...rest] = args;
  if (!isKnown(letters) || letters === '' || letters.startsWith('-')) return args;
  const options = [...letters].flatMap((letter): readonly Argument[] => {
    const value = program.values?.includes(letter) === true ? rest.shift() : undefined;
    return value === undefined ? [`-${letter}`] : [`-${letter}`, value];
  });
  return [name, ...options, ...rest];
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
    if (name.length > 1 && has(program.attached, name))
      return isKnown(word) || (word.single && rest.length > 0)
        ? [{ name, value: rest.length > 0 ? rest.join('=') : undefined, takesNext: false }]
        : undefined;
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
    if (rest.length > 0 && name.length > 1 && has(program.inPlace, name))
      return [{ name, value: rest.join('='), takesNext: false }];
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
    if (program.single === true && index > 0) return undefined;
    const takes =
      program.values?.includes(letter) === true || has(program.readsValue, letter) || has(program.writesValue, letter);
    const value = letters.slice(index + 1);
    if (has(program.inPlace, letter) || has(program.attached, letter))
      return [...options, { name: letter, value, takesNext: false }];
    if (takes) return [...options, { name: letter, value: value === '' ? undefined : value, takesNext: value === '' }];
    if (program.flags?.includes(letter) !== true && !(program.below !== '*' && has(program.below, letter))) return undefined;
    options.push({ name: letter, value: undefined, takesNext: false });
  }
  return options;
}
