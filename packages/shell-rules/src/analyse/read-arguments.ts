import type { FileProgram } from '../programs/file-program.js';
import type { NamedFile } from './parts.js';
import { has, type Option, readOptions } from './read-options.js';
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
  /** The places of the words that are not in the table, if each of them is known. A rule can name them. */
  readonly beyond: readonly number[] | undefined;
  /** The words that are not read: from the first operand on, if that is a command. */
  readonly end: number;
}

/** Reads the words of a program of the table: its options exactly, the files that they name, and its operands. */
export function readArguments(given: readonly Argument[], program: FileProgram): Reading {
  const args = program.bundle === true ? unbundled(given, program) : given;
  const problem = firstProblem(args, program);
  const into: Draft = {
    operands: [],
    files: [],
    scripts: [],
    loose: [],
    below: program.below === '*',
    inPlace: false,
    brought: false,
    suffix: '',
    problem,
    beyond: problem === undefined ? [] : undefined,
    end: args.length,
  };
  if (program.operands === 'own') return { ...into, end: 1 };
  let dashes = false;
  for (let at = 1; at < args.length; at++) {
    const word = args[at] as Argument;
    const text = isKnown(word) ? word : word.lead;
    if (dashes || !text.startsWith('-') || text === '-') {
      if (program.operands === 'command' || program.operands === 'task') {
        if (isOdd(word, '', program)) blame(word, { at, command: String(args[0]), into });
        into.end = at;
        break;
      }
      takeOperand(word, { at, dashes, command: String(args[0]), program, into });
      continue;
    }
    if (word === '--') dashes = true;
    if (isKnown(word) && isPlainOption(word, program)) continue;
    const pair = pairOf(word, program);
    if (pair !== undefined) {
      takePair(pair, { at, words: args.slice(at + 1, at + 3), command: String(args[0]), program, into });
      at += 2;
      continue;
    }
    const options = readOptions(word, program);
    if (options === undefined) {
      blame(word, { at, command: String(args[0]), into });
      continue;
    }
    for (const option of options) {
      if (option.takesNext) at += 1;
      takeOption(option.takesNext ? { ...option, value: args[at] } : option, { at, command: String(args[0]), program, into });
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
  beyond: number[] | undefined;
  end: number;
}

interface WordContext {
  readonly at: number;
  /** The name of the program, for messages. */
  readonly command: string;
  readonly into: Draft;
}

/** Notes a word that is not in the table, or is more than a value. A rule can name the word only if it is known. */
function blame(word: Argument, { at, command, into }: WordContext, option = ''): void {
  into.problem ??= `${command}${option} with ${isKnown(word) ? word : word.why}`;
  if (isKnown(word)) into.beyond?.push(at);
  else into.beyond = undefined;
}

/** Notes a problem that no word of a rule can name. */
function close(problem: string, into: Draft): void {
  into.problem ??= problem;
  into.beyond = undefined;
}

function takeOperand(word: Argument, context: WordContext & { readonly dashes: boolean; readonly program: FileProgram }): void {
  const { dashes, program, into } = context;
  if (!dashes && !isKnown(word) && program.operands !== 'text') {
    // An unquoted word may become several, the second of which may be an option.
    const isOpen = word.lead === '' ? mayBeOption(word, program) : word.cut === true && program.operands === 'others';
    if (isOpen) close(`${word.why} where an option may stand`, into);
    else if (word.lead === '') into.loose.push(word);
  }
  if (isOdd(word, '', program) || (into.operands.length === 0 && isOdd(word, '1', program))) blame(word, context);
  into.operands.push(word);
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

interface OptionContext extends WordContext {
  readonly program: FileProgram;
}

/** Whether a word ends the options, is a count, or is listed as it is. */
const isPlainOption = (word: string, { whole, count }: FileProgram): boolean =>
  word === '--' || has(whole, word) || (count === true && /^-\d+$/.test(word));

/** The name of an option with two words. */
const pairOf = (word: Argument, { pairs, readsPair }: FileProgram): string | undefined => {
  const name = isKnown(word) && /^--./.test(word) ? word.slice(2) : '';
  return has(pairs, name) || has(readsPair, name) ? name : undefined;
};

/** Adds an option with two words: a name, and a value or a file. */
function takePair(
  name: string,
  { words: [first, second], command, program, into }: OptionContext & { readonly words: readonly Argument[] },
): void {
  if (!isOne(first) || !isOne(second) || second === undefined) into.problem ??= `${command} --${name} without two words`;
  else if (has(program.readsPair, name)) into.files.push({ kind: 'read', path: second });
}

/** Adds one option with its value to the reading. */
function takeOption({ name, value, takesNext }: Option, context: OptionContext): void {
  const { command, program, into } = context;
  // Some systems take an option behind the first operand for another operand.
  if (takesNext && value !== undefined && into.operands.length > 0 && program.operands === 'files') into.operands.push(value);
  if (takesNext && (value === undefined || (!isKnown(value) && (!value.single || value.glob !== undefined))))
    close(`${command} ${dashed(name)} with what is not known`, into);
  if (value !== undefined && (isOdd(value, name, program) || (takesNext && isLikeOption(value, program))))
    blame(value, context, ` ${dashed(name)}`);
  if (has(program.brings, name)) into.brought = true;
  if (has(program.brings, name) && value !== undefined) into.scripts.push(value);
  if (program.below !== '*' && has(program.below, name)) into.below = true;
  if (has(program.inPlace, name)) {
    into.inPlace = true;
    into.suffix = isKnown(value) ? value : '';
    // A suffix with `/` or `*` names another place for the copy.
    if (isKnown(value) && !/^[\w.~-]*$/.test(value)) close(`${command} ${dashed(name)} with the suffix ${value}`, into);
  }
  if (has(program.readsValue, name) && value !== undefined && value !== '-') into.files.push({ kind: 'read', path: value });
  if (has(program.writesValue, name) && value !== undefined && value !== '-') into.files.push({ kind: 'write', path: value });
}

const dashed = (name: string) => (name.length > 1 ? `--${name}` : `-${name}`);

/** Whether another version of the program may take this value for an option. */
const isLikeOption = (value: Argument, { needsRule }: FileProgram) =>
  needsRule === true && isKnown(value) && /^-[^\s\d]/.test(value);

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
