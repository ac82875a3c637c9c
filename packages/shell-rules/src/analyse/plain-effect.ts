import { namesOf } from './known-programs.js';
import type { Effect } from './parts.js';
import { type Argument, isKnown } from './read-word.js';
import { RISKS, type Risk } from './risky-options.js';

/** The effect of a program that no table lists. Tells whether a prefix rule may cover the arguments. */
export function plainEffect(args: readonly Argument[]): Effect {
  const [name, ...rest] = args;
  if (!isKnown(name)) return { unclear: 'the name of the program' };
  const base = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  const risk = Object.hasOwn(RISKS, base) ? RISKS[base] : undefined;
  let isBehindDashes = false;
  for (const word of rest) {
    const problem = isKnown(word)
      ? isRiskyWord(word, { risk, isBehindDashes })
        ? word
        : undefined
      : openProblem(word, { risk, isBehindDashes });
    if (problem !== undefined) return { unclear: `${base} with ${problem}`, names: namesOf(args) };
    if (word === '--') isBehindDashes = true;
  }
  return { names: namesOf(args) };
}

interface WordPlace {
  readonly risk: Risk | undefined;
  readonly isBehindDashes: boolean;
}

/** The problem of an unknown word. It may be an option, unless its beginning rules that out. */
function openProblem(word: Exclude<Argument, string>, { risk, isBehindDashes }: WordPlace): string | undefined {
  const { lead, why } = word;
  if (isRiskyWord(lead, { risk, isBehindDashes })) return lead === '' ? why : lead;
  if (isBehindDashes && risk !== undefined) return risk.words !== undefined && (lead === '' || !word.single) ? why : undefined;
  const isOwnOption = risk !== undefined && /^--[a-z-]+=/.test(lead);
  return word.single && lead !== '' && (!lead.startsWith('-') || isOwnOption) ? undefined : why;
}

/** Whether a word is risky. `--` ends the options, but a word that means more than a value also does so behind `--`. */
const isRiskyWord = (word: string, { risk, isBehindDashes }: WordPlace): boolean =>
  risk !== undefined && (risk.words?.test(word) === true || (!isBehindDashes && isRiskyOption(word, risk)));

function isRiskyOption(word: string, risk: Risk): boolean {
  if (word.startsWith('--')) {
    const [name = ''] = word.slice(2).split('=', 1);
    return name !== '' && risk.long?.split(' ').some((long) => long.startsWith(name) || name.startsWith(long)) === true;
  }
  if (!word.startsWith('-') || word === '-') return false;
  return [...word.slice(1)].some((letter) => risk.short?.includes(letter) === true);
}
