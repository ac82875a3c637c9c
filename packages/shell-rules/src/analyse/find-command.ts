import type { CommandContext } from './command-context.js';
import type { Chain, Effect, NamedFile } from './parts.js';
import { type Argument, isKnown } from './read-word.js';
import { FIND_FLAGS, FIND_RUNS, FIND_TIMES, FIND_VALUES, FIND_WRITES } from './wrappers.js';

interface FindContext {
  readonly context: CommandContext;
  readonly part: (args: readonly Argument[], effect: Effect, context: CommandContext) => readonly Chain[];
  readonly inner: (inner: readonly Argument[], outer: readonly Argument[], context: CommandContext) => readonly Chain[];
}

/**
 * Takes in a search. The search itself reads names; the commands that it runs and the files that it writes are separate parts.
 */
export function takeFind(args: readonly Argument[], { context, part, inner }: FindContext): readonly Chain[] {
  const starts = startsOf(args);
  const bases = starts.filter(isKnown);
  const files: NamedFile[] = starts.map((path) => ({ kind: 'read', path }));
  let unclear = starts.length === bases.length ? undefined : 'find in what is not known';
  const runs: Argument[][] = [];
  for (let at = 1 + (args.length > 1 ? countStarts(args) : 0); at < args.length; at++) {
    const word = args[at];
    if (!isKnown(word)) unclear ??= `find with ${word?.why}`;
    else if (FIND_RUNS.has(word)) {
      const end = args.findIndex((one, index) => index > at && (one === ';' || (one === '+' && args[index - 1] === '{}')));
      const to = end === -1 ? args.length : end;
      if (end === -1) unclear ??= `find ${word} without its end`;
      if (word.endsWith('dir')) unclear ??= `find ${word}, which runs in each folder that it finds`;
      runs.push(args.slice(at + 1, to).map((one) => found(one, { bases, many: args[to] === '+' })));
      at = to;
    } else if (word === '-delete') files.push(...bases.map((path) => ({ kind: 'write' as const, path, below: true })));
    else if (FIND_WRITES.has(word)) {
      const path = args[at + 1];
      if (isKnown(path)) files.push({ kind: 'write', path });
      else unclear ??= `find ${word} to what is not known`;
      at += word === '-fprintf' ? 2 : 1;
    } else if (FIND_VALUES.has(word) || FIND_TIMES.test(word)) {
      const value = args[at + 1];
      if (value === undefined || (!isKnown(value) && !value.single)) unclear ??= `find ${word} with what is not known`;
      if (!isKnown(value) && value?.glob !== undefined) unclear ??= `find ${word} with a pattern that is not quoted`;
      at += 1;
    } else if (!FIND_FLAGS.has(word)) unclear ??= `find ${word}`;
  }
  part(args, { does: files.every((file) => file.kind === 'read') ? 'reads' : undefined, files, unclear }, context);
  for (const words of runs)
    if (words.length > 0) inner(words, args, { ...context, place: { ...context.place, blame: context.place.blame ?? unclear } });
  return context.folders;
}

/** Replaces a word with `{}` by a path that begins with one of the searched folders. */
function found(word: Argument, { bases, many }: { bases: readonly string[]; many: boolean }): Argument {
  if (!isKnown(word) || !word.includes('{}')) return word;
  const lead = word.slice(0, word.indexOf('{}')) || (bases.every((base) => !base.startsWith('-')) ? '.' : '');
  return { why: 'what find finds', single: true, lead, many, under: word === '{}' ? bases : undefined };
}

const isStart = (word: Argument | undefined) => word !== undefined && (!isKnown(word) || !/^[-(),!]/.test(word) || word === '-');

function countStarts(args: readonly Argument[]): number {
  let at = 1;
  while (args[at] === '-P' || args[at] === '-H') at += 1;
  const first = at;
  while (isStart(args[at])) at += 1;
  return at - first === 0 ? first - 1 : at - 1;
}

function startsOf(args: readonly Argument[]): readonly Argument[] {
  const starts = args.slice(1, 1 + countStarts(args)).filter((word) => word !== '-P' && word !== '-H');
  return starts.length === 0 ? ['.'] : starts;
}
