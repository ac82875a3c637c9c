import type { DecidedRow } from './decide-row.js';
import { normalPath } from './plans.js';
import type { RunFailure } from './runs/run-expectations.js';
import type { TestedDecision } from './runs/test-report.js';
import type { PermissionRow } from './tests/test-schema.js';

/** Compares a decision with its row. */
export function checkRow(
  row: PermissionRow,
  decided: DecidedRow,
): { readonly failures: readonly RunFailure[]; readonly decision: TestedDecision } {
  const { agent, tool, rule } = decided;
  return {
    decision: { agent, tool, rule },
    failures: failuresIn(row, decided),
  };
}

/** Compares the decider and the reason only if the decision is the expected one, since they follow from it. */
function failuresIn(row: PermissionRow, decided: DecidedRow): readonly RunFailure[] {
  const wrong = behaviorOf(row, decided);
  return wrong.length > 0 ? wrong : [...deciderOf(row, decided), ...reasonOf(row, decided)];
}

/** Two lines: the steps of the decision, and its reason with the rule's place. */
const detailOf = ({ steps, reason }: DecidedRow) => [steps, reason];

function behaviorOf({ is }: PermissionRow, decided: DecidedRow): readonly RunFailure[] {
  const { behavior, shown } = decided;
  if (behavior === is) return [];
  const message = `${shown} is ${behavior}, expected ${is}`;
  return [{ path: ['is'], message, expected: is, actual: behavior, detail: detailOf(decided) }];
}

function deciderOf({ by: expected }: PermissionRow, decided: DecidedRow): readonly RunFailure[] {
  const { by, shown } = decided;
  if (expected === undefined || by.includes(normalPath(expected))) return [];
  const actual = by.join(' ');
  return [
    {
      path: ['by'],
      message: `${shown} is decided by ${actual}, expected ${expected}`,
      expected,
      actual,
      detail: detailOf(decided),
    },
  ];
}

function reasonOf({ reason: expected }: PermissionRow, { reason, shown }: DecidedRow): readonly RunFailure[] {
  if (expected === undefined || textMatches(reason, expected)) return [];
  const wanted = typeof expected === 'string' ? expected : JSON.stringify(expected);
  return [{ path: ['reason'], message: `The reason for ${shown} is a different one`, expected: wanted, actual: reason }];
}

function textMatches(text: string, match: NonNullable<PermissionRow['reason']>): boolean {
  if (typeof match === 'string') return text.includes(match);
  const { equals, contains, matches, lacks } = match;
  const all = (list: string | readonly string[] | undefined, test: (one: string) => boolean) => [list ?? []].flat().every(test);
  return (
    (equals === undefined || text === equals) &&
    all(contains, (one) => text.includes(one)) &&
    all(matches, (one) => new RegExp(one).test(text)) &&
    all(lacks, (one) => !text.includes(one))
  );
}
