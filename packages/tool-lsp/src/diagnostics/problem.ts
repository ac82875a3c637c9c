import { isObject } from '@loadout/core';
import { type PositionEncoding, toCharacter } from '../files/position.js';
import { oneLine, startOf } from '../server/untrusted.js';

/** An error or a warning that a server found in a file. */
export interface Problem {
  readonly line: number;
  readonly character: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** The source of the problem and its code, such as `ts 2322`. */
  readonly source: string;
}

/** Hints and information are left out. Without a severity it is an error, as the protocol leaves it to the client. */
export function problemsOf(
  diagnostics: readonly unknown[],
  { lines, encoding }: { readonly lines: readonly string[]; readonly encoding: PositionEncoding },
): readonly Problem[] {
  return diagnostics.flatMap((one: unknown) => {
    const place = isObject(one) ? startOf(one.range) : undefined;
    if (place === undefined || !isObject(one) || typeof one.message !== 'string') return [];
    const { severity = 1 } = one;
    if (severity !== 1 && severity !== 2) return [];
    const character = toCharacter(lines[place.line] ?? '', { units: place.character, encoding });
    const problem: Problem = {
      line: place.line + 1,
      character,
      severity: severity === 1 ? 'error' : 'warning',
      message: oneLine(one.message, 300),
      source: oneLine(
        [one.source, one.code].filter((part) => typeof part === 'string' || typeof part === 'number').join(' '),
        60,
      ),
    };
    return [problem];
  });
}

/** Problems of `after` that are not in `before`, wherever they were: lines move when a file is edited. */
export function newProblems(after: readonly Problem[], before: readonly Problem[]): readonly Problem[] {
  const known = new Map<string, number>();
  for (const problem of before) known.set(keyOf(problem), (known.get(keyOf(problem)) ?? 0) + 1);
  return after.filter((problem) => {
    const count = known.get(keyOf(problem)) ?? 0;
    known.set(keyOf(problem), count - 1);
    return count <= 0;
  });
}

const keyOf = ({ severity, source, message }: Problem) => JSON.stringify([severity, source, message]);
