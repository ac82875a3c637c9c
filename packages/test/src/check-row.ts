import type { DecidedRow } from './decide-row.js';
import { plainPath } from './runs/expected-call.js';
import { textProblem } from './runs/match-text.js';
import type { RunFailure } from './runs/run-expectations.js';
import type { TestedDecision } from './runs/test-report.js';
import type { PermissionRow } from './tests/test-schema.js';

/** Compares a decision with its row. */
export function checkRow(
  row: PermissionRow,
  decided: DecidedRow,
): { readonly failures: readonly RunFailure[]; readonly decision: TestedDecision } {
  const { agent, tool, rule } = decided;
  return { decision: { agent, tool, rule }, failures: failuresIn(row, decided) };
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
  if (expected === undefined || by.includes(plainPath(expected))) return [];
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
  if (expected === undefined || textProblem(reason, expected) === undefined) return [];
  const wanted = typeof expected === 'string' ? expected : JSON.stringify(expected);
  return [{ path: ['reason'], message: `The reason for ${shown} is a different one`, expected: wanted, actual: reason }];
}
