import type { Effect } from './parts.js';
import { type Argument, isKnown, isOne } from './read-word.js';
import { RISKS, type Risk } from './risky-options.js';

/** A program that the tables of files do not know: whether its arguments are what a rule with a prefix may cover. */
export function plainEffect(args: readonly Argument[]): Effect {
  const [name, ...rest] = args;
  if (!isKnown(name)) return { unclear: 'the name of the program' };
  const base = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  const own = Object.hasOwn(RISKS, base) ? RISKS[base] : undefined;
  const sub = rest.find((word) => isKnown(word) && !word.startsWith('-'));
  const key = `${base} ${String(sub)}`;
  const risks = [own, Object.hasOwn(RISKS, key) ? RISKS[key] : undefined].filter((risk) => risk !== undefined);
  let isBehindDashes = false;
  for (const [index, word] of rest.entries()) {
    const previous = rest[index - 1];
    if (!isKnown(word)) {
      if (risks.some((risk) => risk.words?.test(word.lead) === true)) return { unclear: `${base} with ${word.lead}` };
      if (isBehindDashes && risks.length > 0) continue;
      const problem = openProblem(word, { isKnownProgram: own !== undefined, isTaken: taken(previous, risks) });
      if (problem !== undefined) return { unclear: `${base} with ${problem}` };
    } else if (word === '--') isBehindDashes = true;
    else if (!isBehindDashes && !taken(previous, risks) && risks.some((risk) => isRisky(word, risk)))
      return { unclear: `${base} with ${word}` };
  }
  return {};
}

const taken = (previous: Argument | undefined, risks: readonly Risk[]) =>
  isKnown(previous) && risks.some((risk) => risk.takes?.split(' ').includes(previous) === true);

/** What is not known may be an option, unless its beginning says that it is none. */
function openProblem(
  word: Exclude<Argument, string>,
  { isKnownProgram, isTaken }: { isKnownProgram: boolean; isTaken: boolean },
): string | undefined {
  if (isTaken && isOne(word)) return undefined;
  const isOwnOption = isKnownProgram && /^--[a-z-]+=/.test(word.lead);
  return word.single && word.lead !== '' && (!word.lead.startsWith('-') || isOwnOption) ? undefined : word.why;
}

function isRisky(word: string, risk: Risk): boolean {
  if (risk.words?.test(word) === true) return true;
  if (word.startsWith('--')) {
    const [name = ''] = word.slice(2).split('=', 1);
    return name !== '' && risk.long?.split(' ').some((long) => long.startsWith(name)) === true;
  }
  if (!word.startsWith('-') || word === '-') return false;
  return [...word.slice(1)].some((letter) => risk.short?.includes(letter) === true);
}
