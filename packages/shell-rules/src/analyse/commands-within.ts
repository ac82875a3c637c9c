import type { CommandContext } from './command-context.js';
import { baseOf, runsNoWord } from './known-programs.js';
import type { PartWord } from './parts.js';
import { type Argument, isKnown } from './read-word.js';
import { RUNNERS } from './wrappers.js';

/** The commands among the words of a program, for deny rules, and the words that may name files. */
interface Within {
  readonly also: readonly (readonly PartWord[])[];
  readonly names: readonly Argument[];
  readonly unclear?: string | undefined;
}

export const NOTHING: Within = { also: [], names: [] };

/** A command with more words needs a person: a command could begin behind the last checked word. */
const MOST_TAILS = 200;
const MOST_SCRIPTS = 100;
/** Options that are followed by a script: `sg root -c 'rm x'`. */
const TAKES_SCRIPT = /^(?:-[a-zA-Z]*c|--(?:command|call|cmd|exec|eval))$/;
const HOLDS_SCRIPT = /^(?:--(?:command|call|cmd|exec|eval)=|-c(?=.*\s))(.*)$/s;

interface WithinContext extends CommandContext {
  /** Words that a program with a table may run all the same. */
  readonly open?: readonly Argument[] | undefined;
}

/**
 * Returns each tail of the words, and each script among them. For a known program, only the commands that the program is known to
 * run.
 */
export function commandsWithin(args: readonly Argument[], context: WithinContext): Within {
  const { open = [] } = context;
  const [name, ...rest] = args;
  const base = baseOf(isKnown(name) ? name : '');
  const runs = runBy(base, rest);
  const words = runs ?? (runsNoWord(base) ? [] : rest);
  const from = rest.length - words.length;
  const starts = words.flatMap((word, index) => (isKnown(word) && (runs !== undefined || !word.startsWith('-')) ? [index] : []));
  const tails = [words, open].flatMap((list) => {
    const from = list === open ? open.keys() : starts;
    return [...from].slice(0, MOST_TAILS).map((index) => list.slice(index).map(wordOf));
  });
  // Any word with a blank may be a script for a program that no table knows.
  const isShellLike = runs !== undefined || !runsNoWord(base);
  const scripts = [
    ...rest.flatMap((word, index) => scriptIn(word, { previous: rest[index - 1], isAny: isShellLike && index >= from })),
    ...open.flatMap((word) => scriptIn(word, { previous: undefined, isAny: true })),
    ...(isShellLike && context.place.input !== undefined ? [context.place.input] : []),
  ];
  const inner = scripts.slice(0, MOST_SCRIPTS).map((script) => search(script, context));
  return {
    also: [...tails, ...inner.flatMap(({ also }) => also)],
    names: inner.flatMap(({ names }) => names),
    unclear:
      starts.length + open.length > MOST_TAILS || scripts.length > MOST_SCRIPTS
        ? `${base} with more than ${MOST_TAILS} words`
        : undefined,
  };
}

const wordOf = (word: Argument): PartWord => (isKnown(word) ? word : null);

/** The command of a runner such as `npx`: all words after the word that introduces the command. */
function runBy(base: string, rest: readonly Argument[]): readonly Argument[] | undefined {
  const behind = Object.hasOwn(RUNNERS, base) ? RUNNERS[base] : undefined;
  if (behind === undefined) return undefined;
  if (behind.length === 0) return rest;
  const from = rest.findIndex((word) => isKnown(word) && behind.includes(word)) + 1;
  return from === 0 ? undefined : rest.slice(from);
}

interface ScriptPlace {
  readonly previous: Argument | undefined;
  /** Whether any word with a blank in it may be a script. */
  readonly isAny: boolean;
}

function scriptIn(word: Argument, { previous, isAny }: ScriptPlace): readonly string[] {
  if (!isKnown(word)) return [];
  const held = HOLDS_SCRIPT.exec(word)?.[1];
  if (held !== undefined) return [held];
  const isScript = isAny || (isKnown(previous) && TAKES_SCRIPT.test(previous));
  return isScript && /\s/.test(word) ? [word] : [];
}

/** Reads a text as a script, only for the names in it. The text may not be a script at all. */
function search(script: string, { into, folders, nested }: CommandContext): Within {
  const before = { commands: into.commands.length, files: into.files.length, unclear: into.unclear };
  nested(script, folders);
  const commands = into.commands.splice(before.commands);
  const files = into.files.splice(before.files);
  into.unclear = before.unclear;
  return {
    also: commands.flatMap(({ words, also }) => [words, ...also]),
    names: [...files.map(({ path }) => path), ...commands.flatMap(({ names }) => names?.words ?? [])],
  };
}
