import type { FileProgram } from './file-programs.js';
import type { NamedFile } from './parts.js';
import { type Argument, isKnown, isOne } from './read-word.js';

export interface Reading {
  readonly operands: readonly Argument[];
  readonly files: readonly NamedFile[];
  readonly below: boolean;
  readonly inPlace: boolean;
  readonly brought: boolean;
  readonly scripts: readonly Argument[];
  /** Name patterns that may match a file whose name looks like an option. */
  readonly loose: readonly Argument[];
  /** The suffix of the backup copy of an edited file. */
  readonly suffix: string;
  readonly problem: string | undefined;
}

const has = (list: string | undefined, name: string) => list?.split(' ').includes(name) === true;

/** Reads the words of a program of the table: its options exactly, the files that they name, and its operands. */
export function readArguments(given: readonly Argument[], program: FileProgram): Reading {
  const args = program.bundle === true ? unbundled(given, program) : given;
  const into: Draft = {
    operands: [],
    files: [],
    scripts: [],
    loose: [],
    below: program.below === '*',
    inPlace: false,
    brought: false,
    suffix: '',
    problem: firstProblem(args, program),
  };
  let dashes = false;
  for (let at = 1; at < args.length; at++) {
    const word = args[at] as Argument;
    const text = isKnown(word) ? word : word.lead;
    if (dashes || !text.startsWith('-') || text === '-') {
      if (!dashes && !isKnown(word) && text === '' && program.operands !== 'text')
        if (mayBeOption(word, program)) into.problem ??= `${word.why} where an option may stand`;
        else into.loose.push(word);
      if (isOdd(word, '', program)) into.problem ??= `${String(args[0])} with ${isKnown(word) ? word : word.why}`;
      into.operands.push(word);
      continue;
    }
    if (isKnown(word) && has(program.whole, word)) continue;
    if (text === '--' && isKnown(word)) {
      dashes = true;
      continue;
    }
    if (program.count === true && isKnown(word) && /^-\d+$/.test(word)) continue;
    if (isKnown(word) && /^--./.test(word) && (has(program.pairs, word.slice(2)) || has(program.readsPair, word.slice(2)))) {
      takePair(word.slice(2), { words: args.slice(at + 1, at + 3), command: String(args[0]), program, into });
      at += 2;
      continue;
    }
    const options = readOptions(word, program);
    if (options === undefined) {
      into.problem ??= `${String(args[0])} with ${isKnown(word) ? word : word.why}`;
      continue;
    }
    for (const option of options) {
      if (option.takesNext) at += 1;
      takeOption(option.takesNext ? { ...option, value: args[at] } : option, { command: String(args[0]), program, into });
    }
  }
  return into;
}

/** A reading that is not complete yet. */
interface Draft extends Reading {
  readonly operands: Argument[];
  readonly files: NamedFile[];
  readonly scripts: Argument[];
  readonly loose: Argument[];
  below: boolean;
  inPlace: boolean;
  brought: boolean;
  suffix: string;
  problem: string | undefined;
}

/** The problem of the words as a whole: a list of words in a file, or an unknown word in the place of bundled options. */
function firstProblem(args: readonly Argument[], program: FileProgram): string | undefined {
  const list = program.atFiles === true ? args.find((word) => (isKnown(word) ? word : word.lead).startsWith('@')) : undefined;
  if (list !== undefined) return `${String(args[0])} with words from a file (@)`;
  const [, first] = args;
  if (program.bundle === true && first !== undefined && !isKnown(first) && !first.lead.startsWith('-'))
    return `${String(args[0])} with ${first.why} where options stand`;
  return undefined;
}

interface OptionContext {
  /** The name of the program, for messages. */
  readonly command: string;
  readonly program: FileProgram;
  readonly into: Draft;
}

/** Adds an option with two words: a name, and a value or a file. */
function takePair(
  name: string,
  { words: [first, second], command, program, into }: OptionContext & { readonly words: readonly Argument[] },
): void {
  if (!isOne(first) || !isOne(second) || second === undefined) into.problem ??= `${command} --${name} without two words`;
  else if (has(program.readsPair, name)) into.files.push({ kind: 'read', path: second });
}

/** Adds one option with its value to the reading. */
function takeOption({ name, value, takesNext }: Option, { command, program, into }: OptionContext): void {
  // Some systems take an option behind the first operand for another operand.
  if (takesNext && value !== undefined && into.operands.length > 0 && program.operands === 'files') into.operands.push(value);
  if (takesNext && (value === undefined || (!isKnown(value) && (!value.single || value.glob !== undefined))))
    into.problem ??= `${command} -${name} with what is not known`;
  if (value !== undefined && isOdd(value, name, program))
    into.problem ??= `${command} -${name} with ${isKnown(value) ? value : value.why}`;
  if (has(program.brings, name)) into.brought = true;
  if (has(program.brings, name) && value !== undefined) into.scripts.push(value);
  if (program.below !== '*' && has(program.below, name)) into.below = true;
  if (has(program.inPlace, name)) {
    into.inPlace = true;
    into.suffix = isKnown(value) ? value : '';
    // A suffix with `/` or `*` names another place for the copy.
    if (isKnown(value) && !/^[\w.~-]*$/.test(value)) into.problem ??= `${command} -${name} with the suffix ${value}`;
  }
  if (has(program.readsValue, name) && value !== undefined && value !== '-') into.files.push({ kind: 'read', path: value });
  if (has(program.writesValue, name) && value !== undefined && value !== '-') into.files.push({ kind: 'write', path: value });
}

/** Whether a word is, or may be, more than a value of this option or operand. */
function isOdd(word: Argument, option: string, { odd = [] }: FileProgram): boolean {
  const [, means, openLead] = odd.find(([options]) => (option === '' ? options === '' : has(options, option))) ?? [];
  if (means === undefined) return false;
  if (!isKnown(word)) return openLead?.test(word.lead) !== true;
  return typeof means === 'function' ? means(word) : means.test(word);
}

/** Reads `tar cfz o.tgz a` as `tar -c -f o.tgz -z a`: each letter with a value takes the next word in turn. */
function unbundled(args: readonly Argument[], program: FileProgram): readonly Argument[] {
  const [name = '', letters, ...rest] = args;
  if (!isKnown(letters) || letters === '' || letters.startsWith('-')) return args;
  const options = [...letters].flatMap((letter): readonly Argument[] => {
    const value = program.values?.includes(letter) === true ? rest.shift() : undefined;
    return value === undefined ? [`-${letter}`] : [`-${letter}`, value];
  });
  return [name, ...options, ...rest];
}

/** Whether a name pattern may become a harmful option. If every option of the program is harmless, it may not. */
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
