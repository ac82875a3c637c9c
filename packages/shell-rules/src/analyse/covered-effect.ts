import type { FileProgram } from '../programs/file-program.js';
import { PROGRAMS } from '../programs/index.js';
import { type Covered, NONE, type Program, type Runs } from '../programs/program.js';
import { fileEffect } from './file-effect.js';
import { baseOf, namesOf } from './known-programs.js';
import type { Effect } from './parts.js';
import { plainEffect } from './plain-effect.js';
import { readArguments } from './read-arguments.js';
import { type Argument, isKnown } from './read-word.js';
import { OPAQUE, SHELLS, WRAPPERS } from './wrappers.js';

type Words = readonly Argument[];

/** The effect of a program by its table of subcommands: what a rule for the program covers, and what a rule has to name. */
export function coveredEffect(args: Words, program: Program): Effect {
  const name = baseOf(String(args[0]));
  const before = readArguments(args, { ...rowOf(program.options), operands: 'command' });
  const { row, words } = subcommandOf(args.slice(before.end), program);
  const from = before.end + words;
  const open = args.slice(before.end, from).find((word) => !isKnown(word));
  const label =
    isKnown(open) || open === undefined ? [name, ...args.slice(before.end, from)].join(' ') : `${name} with ${open.why}`;
  if (row === undefined) {
    const at = both(before.beyond, open === undefined ? [from - 1] : undefined);
    const effect = outside(args, { name, label: before.problem ?? label, at });
    return { ...effect, commands: [...(effect.commands ?? []), ...args.slice(from)] };
  }
  const { beyond, ...effect } = coveredCall([label, ...args.slice(from)], row);
  const problem = before.problem ?? effect.unclear;
  const files = [...before.files, ...(effect.files ?? [])];
  if (problem === undefined) return { files, names: namesOf(args) };
  const inner = effect.unclear === undefined ? [] : beyond?.map((index) => index + from - 1);
  return { files, ...outside(args, { name, label: problem, at: both(before.beyond, inner) }) };
}

interface Call {
  readonly unclear?: string | undefined;
  /** The places of the words that make the call unclear, if a rule can name all of them. */
  readonly beyond: readonly number[] | undefined;
  readonly files?: Effect['files'];
}

/** The effect of a covered subcommand. The program that it starts is looked at by its own table: `npx eslint --rulesdir x`. */
function coveredCall(args: Words, row: Covered): Call {
  const { runs } = row;
  if (runs?.from === -1) return startedCall(args, { runs, at: 0 });
  const effect = fileEffect(args, rowOf(row));
  if (runs === undefined || effect.unclear !== undefined) return effect;
  const at = readArguments(args, rowOf(row)).end + runs.from;
  return at >= args.length ? effect : startedCall(args, { runs, at });
}

function startedCall(args: Words, { runs, at }: { readonly runs: Runs; readonly at: number }): Call {
  const name = runs.as ?? (runs.from === -1 ? String(args[0]).split(' ').at(-1) : args[at]);
  const started: Words = [
    isKnown(name) ? baseOf(name).replace(/(?<=.)@.*$/, '') : '',
    ...args.slice(runs.as === undefined ? at + 1 : at),
  ];
  if (!isKnown(name)) return { unclear: `${String(args[0])} with ${name?.why}`, beyond: undefined };
  if (runs.files?.test(name) === true) return { unclear: undefined, beyond: [] };
  if (runs.of !== '*' && !runs.of.split(' ').includes(name)) return { unclear: `${String(args[0])} ${name}`, beyond: [at] };
  const { unclear, named, files } = startedEffect(started);
  const before = runs.as === undefined ? at : at - 1;
  return { unclear, beyond: named === undefined ? undefined : [named - 1 + before], files };
}

/** Programs that no table looks into, and that run their words. */
const RUNS_WORDS = new Set([...OPAQUE, ...SHELLS, ...Object.keys(WRAPPERS), 'eval', 'find', 'xargs']);

function startedEffect(args: Words): Effect {
  const base = String(args[0]);
  if (RUNS_WORDS.has(base)) return { unclear: `${base}, which runs its words` };
  const own = Object.hasOwn(PROGRAMS, base) ? PROGRAMS[base] : undefined;
  return own === undefined ? plainEffect(args) : coveredEffect(args, own);
}

const both = (some: readonly number[] | undefined, more: readonly number[] | undefined) =>
  some === undefined || more === undefined ? undefined : [...some, ...more];

const rowOf = ({ runs, ...covered }: Covered): FileProgram => ({
  operands: runs === undefined ? 'others' : 'command',
  needsRule: true,
  ...covered,
});

interface Outside {
  readonly name: string;
  readonly label: string;
  /** The places of the words that a rule would have to name; `undefined` if one of them is not known. */
  readonly at: readonly number[] | undefined;
}

/** The effect of a call with words that a rule for the program does not cover. */
function outside(args: Words, { name, label, at }: Outside): Effect {
  if (at === undefined) return { unclear: label, names: namesOf(args) };
  return {
    unclear: `${label}, which a rule for ${name} does not cover`,
    named: Math.max(...at) + 1,
    commands: [...new Set(at.flatMap((index) => [...valuesIn(args[index]), ...valuesIn(args[index + 1])]))],
    names: namesOf(args),
  };
}

/** The texts in a word that a program may run: the word, the value behind `=` or a letter, each without the `!` of an alias. */
const valuesIn = (word: Argument | undefined): Words =>
  isKnown(word)
    ? [word, word.slice(word.indexOf('=') + 1), word.replace(/^-[a-zA-Z]/, '')]
        .map((text) => text.replace(/^!/, ''))
        .filter((text) => !/^(?:-|$)/.test(text))
    : [];

/** The row of a subcommand and the number of its words. Without a row, the number of words that are not in the table. */
function subcommandOf(
  [first, second]: Words,
  { covers, asks }: Program,
): { readonly row?: Covered | undefined; readonly words: number } {
  const rowFor = (name: string) => (Object.hasOwn(covers, name) ? covers[name] : undefined);
  const whole = rowFor('');
  if (!isKnown(first))
    return first === undefined ? { row: whole ?? {}, words: 0 } : { row: whole, words: whole === undefined ? 1 : 0 };
  const own = rowFor(first);
  if (own === undefined && asks.split(' ').includes(first)) return { words: 1 };
  if (isKnown(second) && !second.startsWith('-')) {
    const pair = rowFor(`${first} ${second}`);
    if (pair !== undefined) return { row: pair, words: 2 };
    const isGroup = Object.keys(covers).some((name) => name.startsWith(`${first} `));
    if (isGroup && (own === undefined || own.odd === NONE)) return { words: 2 };
  }
  if (own !== undefined) return { row: own, words: 1 };
  return whole === undefined ? { words: 1 } : { row: whole, words: 0 };
}
