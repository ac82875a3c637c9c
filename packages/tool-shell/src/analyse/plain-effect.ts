import { hasSubcommands, namesOf } from './known-programs.js';
import type { Effect } from './parts.js';
import { type Argument, isKnown, isOne } from './read-word.js';
import { RISKS, type Risk } from './risky-options.js';

/** The effect of a program that the tables of files do not list. Tells whether a prefix rule may cover the arguments. */
export function plainEffect(args: readonly Argument[]): Effect {
  const [name, ...rest] = args;
  if (!isKnown(name)) return { unclear: 'the name of the program' };
  const base = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  const risks = risksOf(base, rest);
  let isBehindDashes = false;
  for (const [index, word] of rest.entries()) {
    const isTaken = !isBehindDashes && taken(rest[index - 1], risks);
    if (!isKnown(word)) {
      const problem = openProblem(word, { risks, isTaken, isBehindDashes });
      if (problem !== undefined) return { unclear: `${base} with ${problem}`, names: namesOf(args) };
    } else if (word === '--' && !isBehindDashes) isBehindDashes = true;
    else if (isRiskyWord(word, { risks: risks.all, isTaken, isBehindDashes }))
      return { unclear: `${base} with ${word}`, names: namesOf(args) };
  }
  return { names: namesOf(args) };
}

interface Risks {
  readonly all: readonly Risk[];
  readonly takes: readonly string[];
  readonly isKnownProgram: boolean;
  /** Whether a word may mean more than a value in any position. */
  readonly areWordsMeant: boolean;
}

function risksOf(base: string, rest: readonly Argument[]): Risks {
  const own = Object.hasOwn(RISKS, base) ? RISKS[base] : undefined;
  const key = `${base} ${String(rest.find((word) => isKnown(word) && !word.startsWith('-')))}`;
  const sub = Object.hasOwn(RISKS, key) ? RISKS[key] : undefined;
  return {
    all: [own, sub].filter((risk) => risk !== undefined),
    // A letter may take a value in one command and none in another.
    takes: (sub?.takes ?? own?.takes ?? '').split(' '),
    isKnownProgram: own !== undefined,
    // In a program with subcommands, the words of the program's own row are options.
    areWordsMeant: sub?.words !== undefined || (own?.words !== undefined && !hasSubcommands(base)),
  };
}

/** Whether the previous word is an option that takes this word as its value. */
const taken = (previous: Argument | undefined, { takes }: Risks) => isKnown(previous) && takes.includes(previous);

interface WordPlace {
  readonly isTaken: boolean;
  readonly isBehindDashes: boolean;
}

/** The problem of an unknown word. It may be an option, unless its beginning rules that out. */
function openProblem(
  word: Exclude<Argument, string>,
  { risks, isTaken, isBehindDashes }: WordPlace & { readonly risks: Risks },
): string | undefined {
  const { lead, why } = word;
  if (isRiskyWord(lead, { risks: risks.all, isTaken: false, isBehindDashes })) return lead === '' ? why : lead;
  if (isBehindDashes && risks.all.length > 0) return risks.areWordsMeant && (lead === '' || !word.single) ? why : undefined;
  if (isTaken && isOne(word)) return undefined;
  const isOwnOption = risks.isKnownProgram && /^--[a-z-]+=/.test(lead);
  return word.single && lead !== '' && (!lead.startsWith('-') || isOwnOption) ? undefined : why;
}

/** Whether a word is risky. `--` ends the options, but a word that means more than a value also does so behind `--`. */
function isRiskyWord(word: string, { risks, isTaken, isBehindDashes }: WordPlace & { readonly risks: readonly Risk[] }): boolean {
  // A value that looks like an option may be an option: not every subcommand takes a value there.
  if (isTaken && !word.startsWith('-')) return false;
  return risks.some((risk) => risk.words?.test(word) === true || (!isBehindDashes && isRiskyOption(word, risk)));
}

function isRiskyOption(word: string, risk: Risk): boolean {
  if (word.startsWith('--')) {
    const [name = ''] = word.slice(2).split('=', 1);
    if (name === '' || risk.fine?.split(' ').includes(name) === true) return false;
    return risk.long?.split(' ').some((long) => long.startsWith(name) || name.startsWith(long)) === true;
  }
  if (!word.startsWith('-') || word === '-') return false;
  return [...word.slice(1)].some((letter) => risk.short?.includes(letter) === true);
}
