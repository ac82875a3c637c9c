import { withAgent } from '@loadout/command/runs';
import { isLoadoutError } from '@loadout/core';
import { onlyAgent } from '@loadout/runner';
import { type DecidedRow, decideRow } from './decide-row.js';
import type { TestPlan } from './plans.js';
import { environmentOf } from './recorded.js';
import { plainPath } from './runs/expected-call.js';
import { textProblem } from './runs/match-text.js';
import type { RunFailure } from './runs/run-expectations.js';
import type { TestedDecision } from './runs/test-report.js';
import type { TestGround } from './test-ground.js';
import type { LoadedTest } from './tests/loaded-test.js';
import type { PermissionRow } from './tests/test-schema.js';

interface TableParts {
  readonly test: LoadedTest;
  readonly ground: TestGround;
  readonly planned: TestPlan;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface PlayedRow {
  readonly index: number;
  readonly failures: readonly RunFailure[];
  readonly decision?: TestedDecision | undefined;
}

interface PlayedTable {
  readonly failures: readonly RunFailure[];
  readonly decisions: readonly TestedDecision[];
}

type Row = readonly [number, PermissionRow];

/** Decides the calls of a permission table. No model is asked, no hook runs, and each agent is prepared once. */
export async function playTable(parts: TableParts): Promise<PlayedTable> {
  const groups = new Map<string, Row[]>();
  for (const row of (parts.test.spec.permissions ?? []).entries()) {
    const key = JSON.stringify([starterOf(row, parts), row[1].mode]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const played = (await Promise.all([...groups.values()].map((group) => playGroup(group, parts)))).flat();
  played.sort((a, b) => a.index - b.index);
  return {
    failures: played.flatMap(({ failures }) => failures),
    decisions: played.flatMap(({ decision }) => decision ?? []),
  };
}

const starterOf = ([, { via, agent }]: Row, { test, planned }: TableParts): string =>
  via ?? agent ?? test.spec.agent ?? onlyAgent(planned.plan);

/** Rows of one agent in one mode. */
async function playGroup(rows: readonly Row[], parts: TableParts): Promise<readonly PlayedRow[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const { test, planned, ground, env } = parts;
  const { mode } = first[1];
  return withAgent(planned.plan, {
    agent: starterOf(first, parts),
    env: environmentOf({ test, ground, env }),
    ledger: false,
    ...(mode === undefined ? {} : { permissions: { mode }, allowBypass: true }),
    use: async (agent) => {
      const played: PlayedRow[] = [];
      for (const [index, row] of rows) {
        const name = row.via === undefined ? agent.name : (row.agent ?? test.spec.agent ?? agent.name);
        played.push(await playRow(index, async () => checkRow(row, await decideRow(row, { agent, name, planned }))));
      }
      return played;
    },
  });
}

async function playRow(index: number, check: () => Promise<Omit<PlayedRow, 'index'>>): Promise<PlayedRow> {
  const below = (path: readonly (string | number)[]) => ['permissions', index, ...path];
  try {
    const { failures, decision } = await check();
    return { index, decision, failures: failures.map((failure) => ({ ...failure, path: below(failure.path) })) };
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    const message = error.fix === undefined ? error.message : `${error.message} ${error.fix}`;
    return { index, failures: [{ path: below(['call']), message }] };
  }
}

/** Compares a decision with its row. */
function checkRow(
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
