import { PROGRAMS } from '../programs/index.js';
import { type Covered, NONE, type Program } from '../programs/program.js';
import { fileEffect } from './file-effect.js';
import type { FileProgram } from './file-programs.js';
import { baseOf, namesOf } from './known-programs.js';
import type { Effect } from './parts.js';
import { plainEffect } from './plain-effect.js';
import { readArguments } from './read-arguments.js';
import { type Argument, isKnown } from './read-word.js';

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
  const { beyond, ...effect } = coveredCall([label, ...args.slice(from)], rowOf(row));
  const problem = before.problem ?? effect.unclear;
  if (problem === undefined) return { ...effect, names: namesOf(args) };
  const inner = effect.unclear === undefined ? [] : beyond?.map((index) => index + from - 1);
  return { ...effect, ...outside(args, { name, label: problem, at: both(before.beyond, inner) }) };
}

/** The effect of a covered subcommand. The program that it starts is looked at by its own table: `npx eslint --rulesdir x`. */
function coveredCall(args: Words, row: FileProgram): ReturnType<typeof fileEffect> {
  const effect = fileEffect(args, row);
  if (row.operands !== 'command' || effect.unclear !== undefined) return effect;
  const { end } = readArguments(args, row);
  const started = args.slice(end);
  if (started.length === 0) return effect;
  const { unclear, named } = startedEffect(started);
  return { ...effect, unclear, beyond: named === undefined ? undefined : [named - 1 + end] };
}

function startedEffect(args: Words): Effect {
  const [first] = args;
  const base = isKnown(first) ? baseOf(first).replace(/(?<=.)@.*$/, '') : '';
  const own = Object.hasOwn(PROGRAMS, base) ? PROGRAMS[base] : undefined;
  return own === undefined ? plainEffect(args) : coveredEffect([base, ...args.slice(1)], own);
}

const both = (some: readonly number[] | undefined, more: readonly number[] | undefined) =>
  some === undefined || more === undefined ? undefined : [...some, ...more];

const rowOf = (covered: Covered): FileProgram => ({ operands: 'others', needsRule: true, ...covered });

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
  { covers }: Program,
): { readonly row?: Covered | undefined; readonly words: number } {
  const rowFor = (name: string) => (Object.hasOwn(covers, name) ? covers[name] : undefined);
  const whole = rowFor('');
  if (!isKnown(first))
    return first === undefined ? { row: whole ?? {}, words: 0 } : { row: whole, words: whole === undefined ? 1 : 0 };
  const own = rowFor(first);
  if (isKnown(second) && !second.startsWith('-')) {
    const pair = rowFor(`${first} ${second}`);
    if (pair !== undefined) return { row: pair, words: 2 };
    const isGroup = Object.keys(covers).some((name) => name.startsWith(`${first} `));
    if (isGroup && (own === undefined || own.odd === NONE)) return { words: 2 };
  }
  if (own !== undefined) return { row: own, words: 1 };
  return whole === undefined ? { words: 1 } : { row: whole, words: 0 };
}
