import { withAgent } from '@loadout/command/runs';
import { isLoadoutError } from '@loadout/core';
import { onlyAgent } from '@loadout/runner';
import { checkRow } from './check-row.js';
import { decideRow } from './decide-row.js';
import type { TestPlan } from './plans.js';
import { environmentOf } from './recorded.js';
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
