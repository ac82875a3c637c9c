import type { LoadedTest, PermissionRow } from '@loadout/config';
import { isLoadoutError, type PermissionDecision, ruleText } from '@loadout/core';
import type { Agent, ExplainedSubagent } from '@loadout/runner';
import type { RunFailure } from '@loadout/testing';
import { withAgent } from '../load/ready-agent.js';
import { onlyAgent } from '../run/choose-target.js';
import { readCall } from '../run/read-call.js';
import { normalPath, type TestPlan } from './plans.js';
import { environmentOf } from './recorded.js';
import type { TestGround } from './test-ground.js';

interface TableParts {
  readonly test: LoadedTest;
  readonly ground: TestGround;
  readonly planned: TestPlan;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Decides the calls of a permission table. No model is asked, no hook runs, and each agent is prepared once. */
export async function playTable(parts: TableParts): Promise<readonly RunFailure[]> {
  const rows = [...(parts.test.spec.permissions ?? []).entries()];
  const groups = new Map<string, (readonly [number, PermissionRow])[]>();
  for (const row of rows) {
    const key = JSON.stringify([row[1].via ?? row[1].agent ?? parts.test.spec.agent, row[1].mode]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const failures = await Promise.all([...groups.values()].map((group) => playGroup(group, parts)));
  return failures.flat().sort((a, b) => Number(a.path[1]) - Number(b.path[1]));
}

async function playGroup(
  group: readonly (readonly [number, PermissionRow])[],
  parts: TableParts,
): Promise<readonly RunFailure[]> {
  const [[, first] = []] = group;
  const { test, planned, ground, env } = parts;
  const started = first?.via ?? first?.agent ?? test.spec.agent ?? onlyAgent(planned.plan);
  const mode = first?.mode;
  return withAgent(planned.plan, {
    agent: started,
    env: environmentOf({ test, ground, env }),
    ledger: false,
    ...(mode === undefined ? {} : { permissions: { mode: mode as never }, allowBypass: true }),
    use: async (agent) => {
      const failures: RunFailure[] = [];
      for (const [index, row] of group) failures.push(...(await playRow(row, { index, agent, planned, test })));
      return failures;
    },
  });
}

interface RowParts {
  readonly index: number;
  readonly agent: Agent;
  readonly planned: TestPlan;
  readonly test: LoadedTest;
}

async function playRow(row: PermissionRow, { index, agent, planned, test }: RowParts): Promise<readonly RunFailure[]> {
  const path = ['permissions', index] as const;
  try {
    const name = row.agent ?? test.spec.agent;
    const asked: Agent | ExplainedSubagent = row.via === undefined || name === undefined ? agent : agent.subagent(name);
    const call = callOf(row, asked);
    const decision = await asked.explain(call.tool, call.input);
    return compared(row, decision, { planned }).map((failure) => ({ ...failure, path: [...path, ...failure.path] }));
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    return [{ path: [...path, 'call'], message: `${error.message}${error.fix === undefined ? '' : ` ${error.fix}`}` }];
  }
}

function callOf({ call }: PermissionRow, { pool }: Pick<Agent, 'pool'>) {
  if (typeof call === 'string') return readCall(call, pool);
  const [tool = '', input = {}] = Object.entries(call)[0] ?? [];
  return { tool, input };
}

function compared(
  row: PermissionRow,
  decision: PermissionDecision,
  { planned }: Pick<RowParts, 'planned'>,
): readonly RunFailure[] {
  const failures: RunFailure[] = [];
  const detail = traceOf(decision, planned);
  const shown = typeof row.call === 'string' ? row.call : JSON.stringify(row.call);
  if (decision.behavior !== row.is)
    failures.push({
      path: ['is'],
      message: `${shown} is ${decision.behavior}, and ${row.is} was expected.`,
      expected: row.is,
      actual: decision.behavior,
      detail,
    });
  const by = deciderOf(decision, planned);
  if (row.by !== undefined && !by.some((one) => one === normalPath(row.by ?? '')))
    failures.push({
      path: ['by'],
      message: `${shown} is decided by ${by[0]}, and ${row.by} was expected.`,
      expected: row.by,
      actual: by.join(' · '),
      detail,
    });
  if (row.reason !== undefined && !textMatches(decision.reason, row.reason))
    failures.push({
      path: ['reason'],
      message: `The reason does not match.`,
      expected: typeof row.reason === 'string' ? row.reason : JSON.stringify(row.reason),
      actual: decision.reason,
    });
  return failures;
}

/** Returns the names of what decided: the path of the rule and its text, or `mode`. */
function deciderOf({ rule }: PermissionDecision, { pathOf }: TestPlan): readonly string[] {
  if (rule === undefined) return ['mode'];
  const path = rule.position === undefined ? undefined : pathOf(rule.position);
  return [...(path === undefined ? [] : [path]), ruleText(rule)];
}

/** Two lines: the steps of the decision, and its reason with the rule's place. */
function traceOf({ trace, reason }: PermissionDecision, _: TestPlan): readonly string[] {
  return [trace.map(({ what, outcome }) => `${what}: ${outcome}`).join(' · '), reason];
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
