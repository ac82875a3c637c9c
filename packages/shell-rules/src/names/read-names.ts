import { parse } from 'unbash';
import { doubtIn } from '../analyse/read-script.js';
import { type NameProblem, shownPart } from './name-problem.js';
import { NameWalk } from './name-walk.js';
import { taintedBy } from './tainted.js';

export interface ReadNames {
  readonly problems: readonly NameProblem[];
  /** The names that the text reads. */
  readonly used: ReadonlySet<string>;
}

/**
 * Checks that every variable of these names stays a value in a text for bash: in double quotes, and nowhere that bash or a program
 * reads it as code, as a name or as a pattern. So do the variables into which the text puts them. What is not understood is a problem.
 */
export function readNames(source: string, names: readonly string[]): ReadNames {
  const script = parse(source);
  const error = script.errors?.[0];
  if (error !== undefined)
    return { problems: [problemAt(source, error.pos, `which is not valid bash (${error.message})`)], used: new Set(names) };
  const doubt = doubtIn(source) ?? (source.includes('$[') ? '$[…], an old way to compute' : undefined);
  if (doubt !== undefined) return { problems: [problemAt(source, 0, `with ${doubt}`)], used: new Set(names) };
  const walk = new NameWalk(source, taintedBy(script, names));
  walk.visit(script);
  const lost = names.flatMap((name) => walk.unseen(name));
  const missed = lost.map((at) => problemAt(source, at, 'which was not understood'));
  return { problems: [...walk.problems, ...missed], used: new Set(names.filter((name) => walk.used.has(name))) };
}

const problemAt = (source: string, at: number, why: string): NameProblem => ({
  where: shownPart(source.slice(at, at + 30)),
  why,
  instead: 'Write it plainly, or put the text into a file and use script:.',
});
