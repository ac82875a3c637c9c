import { HARMLESS, PROGRAMS, type Program } from './program-table.js';

/** The files that a command reads, when reading is all that it does; `undefined` when it may do more. */
export function filesRead(words: readonly string[]): readonly string[] | undefined {
  const [name = '', ...args] = words;
  if (HARMLESS.has(name)) return [];
  if (name === 'test' || name === '[') return testedFiles(args);
  if (name === 'cd') return args.length === 1 && !args[0]?.startsWith('-') ? args : undefined;
  const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (program === undefined) return undefined;
  const read = readArguments(args, program);
  return read === undefined ? undefined : filesAmong(read, program);
}

interface Arguments {
  readonly operands: readonly string[];
  /** The pattern came as an option. */
  readonly hasPattern: boolean;
}

function readArguments(args: readonly string[], program: Program): Arguments | undefined {
  const operands: string[] = [];
  let hasPattern = false;
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? '';
    if (word === '--') return { operands: [...operands, ...args.slice(index + 1)], hasPattern };
    if (!word.startsWith('-') || word === '-' || (program.count === true && /^-\d+$/.test(word))) {
      if (!word.startsWith('-') || word === '-') operands.push(word);
      continue;
    }
    const option = word.startsWith('--') ? longOption(word.slice(2), program) : shortOptions(word.slice(1), program);
    if (option === undefined) return undefined;
    hasPattern ||= option.isPattern;
    if (option.takesNext) index += 1;
    if (index >= args.length) return undefined;
  }
  return { operands, hasPattern };
}

interface Option {
  readonly takesNext: boolean;
  readonly isPattern: boolean;
}

function longOption(text: string, program: Program): Option | undefined {
  const [name = ''] = text.split('=', 1);
  if (program.long?.includes(text) === true) return { takesNext: false, isPattern: false };
  if (program.longValued?.includes(name) !== true) return undefined;
  return { takesNext: !text.includes('='), isPattern: name === 'regexp' };
}

function shortOptions(letters: string, program: Program): Option | undefined {
  for (const [index, letter] of [...letters].entries()) {
    if (program.short?.includes(letter) === true) continue;
    if (program.valued?.includes(letter) !== true) return undefined;
    return { takesNext: index === letters.length - 1, isPattern: letter === 'e' };
  }
  return { takesNext: false, isPattern: false };
}

function filesAmong({ operands, hasPattern }: Arguments, program: Program): readonly string[] | undefined {
  if (program.operands === 'text') return [];
  if (program.operands === 'format') return operands.every((word) => word.startsWith('+')) ? [] : undefined;
  if (program.operands === 'one-file' && operands.length > 1) return undefined;
  const files = program.operands === 'pattern' && !hasPattern ? operands.slice(1) : operands;
  return files.filter((word) => word !== '-');
}

/** `-v` and `-R` look up a variable, and looking up `a[$(command)]` runs the command. */
function testedFiles(args: readonly string[]): readonly string[] | undefined {
  if (args.some((word) => word === '-v' || word === '-R')) return undefined;
  return args.filter((word) => word.includes('/') && !word.startsWith('-'));
}
