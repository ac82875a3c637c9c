import { nearest } from '@loadout/core';
import { type Alignment, alignCalls, nearestOf, type Row } from './align-calls.js';
import {
  callsNotRun,
  callsOfRule,
  callText,
  isOfTool,
  type MatchesRule,
  mismatches,
  type Wanted,
  wantedCall,
  wantedText,
} from './expected-call.js';
import type { RecordedCall, RecordedRun } from './recorded-run.js';
import type { ExpectedCall, ExpectedCalls, RunExpectations, RunFailure } from './run-expectations.js';
import { cutMiddle, visible } from './shown-value.js';

interface Context {
  readonly matchesRule: MatchesRule;
}

/** Compares the calls of a run with the expected ones. */
export async function checkCalls(
  run: RecordedRun,
  expected: NonNullable<RunExpectations['calls']>,
  context: Context,
): Promise<readonly RunFailure[]> {
  const isList = Array.isArray(expected);
  const spec: ExpectedCalls = isList ? { list: expected as readonly (string | ExpectedCall)[] } : (expected as ExpectedCalls);
  return [
    ...(await checkList(run, { spec, path: isList ? ['calls'] : ['calls', 'list'] }, context)),
    ...(await checkNever(run, spec.never ?? [], context)),
    ...checkCount(run, spec),
  ];
}

async function checkList(
  { calls }: RecordedRun,
  { spec, path }: { readonly spec: ExpectedCalls; readonly path: RunFailure['path'] },
  { matchesRule }: Context,
): Promise<readonly RunFailure[]> {
  if (spec.list === undefined) return [];
  const items = spec.list.map((item, index) => wantedCall(item, { index, inputs: spec.inputs ?? 'subset', calls, matchesRule }));
  const wanted = await Promise.all(items);
  const aligned = alignCalls(wanted, calls, spec.match ?? 'in-order');
  return failuresOf(aligned, { calls, path });
}

interface Listed {
  readonly calls: readonly RecordedCall[];
  /** The path of the list. */
  readonly path: RunFailure['path'];
}

/** One failure for each broken row. The first one carries the table. */
function failuresOf({ rows, broken }: Alignment, listed: Listed): readonly RunFailure[] {
  const table = broken.length > 0 ? callTable(rows, broken) : [];
  return broken.map((row, index) => {
    const failure = failureOf(row, listed);
    return { ...failure, detail: [...(index === 0 ? table : []), ...(failure.detail ?? [])] };
  });
}

function failureOf(row: Row, listed: Listed): RunFailure {
  const { wanted, call } = row;
  if (wanted === undefined && call !== undefined) return unlisted(call, listed);
  if (wanted === undefined) throw new Error('A row of calls is empty.');
  return call === undefined ? missing(wanted, listed) : different(row, { wanted, call }, listed);
}

function unlisted(call: RecordedCall, { path }: Listed): RunFailure {
  const actual = callText(call);
  return { path, message: `${actual} was called, and is not in the list`, expected: 'no such call', actual, detail: why(call) };
}

function different(
  row: Row,
  { wanted, call }: { readonly wanted: Wanted; readonly call: RecordedCall },
  { path }: Listed,
): RunFailure {
  const differing = row.mismatches ?? [];
  const [first] = differing;
  const message = `${call.tool}${numberOf(row)}: ${differing.map((one) => one.message).join('; ')}`;
  return {
    path: [...path, wanted.index, ...(first?.path ?? [])],
    message,
    expected: wantedText(wanted),
    actual: callText(call),
    detail: why(call),
  };
}

const numberOf = ({ at }: Row) => (at === undefined ? '' : ` (call ${at + 1})`);

/** The reason for which a call did not run, with the rule and its place, or the text of its failure. */
function why({ state, reason, by, result }: RecordedCall): readonly string[] {
  if (state === 'denied' || state === 'deferred') {
    const lines = [`${state}: ${visible(reason ?? result, 400)}`];
    return by?.kind === 'rule' && by.path !== undefined ? [...lines, `rule: ${by.path}`] : lines;
  }
  return state === 'failed' || state === 'refused' ? [`${state}: ${visible(result, 400)}`] : [];
}

const missing = (wanted: Wanted, { calls, path }: Listed): RunFailure => ({
  ...missingCall(wanted, calls),
  path: [...path, wanted.index],
});

/** The failure of a call that no call of the run is like. */
export function missingCall(wanted: Wanted, calls: readonly RecordedCall[]): RunFailure {
  const expected = wantedText(wanted);
  return {
    path: [],
    message: `${expected} was not called`,
    expected,
    actual: 'no such call',
    detail: [nearestCall(wanted, calls), ...callsNotRun(calls)],
  };
}

/** The call that comes nearest to a missing one: elsewhere in the order, with another input, or of a tool with a like name. */
function nearestCall(wanted: Wanted, calls: readonly RecordedCall[]): string {
  const found = calls.map((call) => (isOfTool(call, wanted) ? mismatches(call, wanted) : undefined));
  const at = nearestOf(found, new Set());
  const call = at === undefined ? undefined : calls[at];
  if (at !== undefined && call !== undefined) {
    const differing = found[at] ?? [];
    if (differing.length === 0)
      return `It was call ${at + 1}, which the list has elsewhere: the order, or the number of calls, differs.`;
    return `Nearest: call ${at + 1}, ${callText(call)}: ${differing.map((one) => one.message).join('; ')}`;
  }
  const tools = [...new Set(calls.map(({ tool }) => tool))];
  if (tools.length === 0) return 'The run made no call.';
  const near = nearest(wanted.tool, tools);
  return `Calls were of ${tools.join(', ')}.${near === undefined ? '' : ` Did you mean ${near}?`}`;
}

/** A call that was permitted ran, also when it failed or was interrupted. */
const ran = ({ state, by }: RecordedCall) =>
  state === 'done' || state === 'failed' || ((state === 'interrupted' || state === 'none') && by !== undefined);

async function checkNever(
  { calls }: RecordedRun,
  never: readonly string[],
  { matchesRule }: Context,
): Promise<readonly RunFailure[]> {
  const failures: RunFailure[] = [];
  for (const [index, rule] of never.entries()) {
    const matched = rule.includes('(')
      ? await callsOfRule(rule, { calls, matchesRule })
      : new Set(await callsOfTool(rule, calls, matchesRule));
    const broken = calls.filter((call) => matched.has(call) && ran(call));
    const [first] = broken;
    if (first === undefined) continue;
    const more = broken.length > 1 ? `, and ${broken.length - 1} more` : '';
    failures.push({
      path: ['calls', 'never', index],
      message: `${callText(first)} ran${more}, expected no call of ${rule}`,
      expected: `no call of ${rule}`,
      actual: callText(first),
      detail: first.reason === undefined ? [] : [`allowed: ${visible(first.reason, 400)}`],
    });
  }
  return failures;
}

/** A rule without parentheses names a tool: a name that is no rule, such as a pattern, is compared as text too. */
async function callsOfTool(
  tool: string,
  calls: readonly RecordedCall[],
  matchesRule: MatchesRule,
): Promise<readonly RecordedCall[]> {
  const named = { index: 0, tool, input: {}, spec: {}, inputs: 'ignore' } as const;
  const found: RecordedCall[] = [];
  for (const call of calls) if (isOfTool(call, named) || (await matchesRule(call, tool))) found.push(call);
  return found;
}

function checkCount({ calls }: RecordedRun, { min, max }: ExpectedCalls): readonly RunFailure[] {
  const found = calls.length;
  const many = `${found} ${found === 1 ? 'call was' : 'calls were'} made`;
  const counts = new Map<string, number>();
  for (const { tool } of calls) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const detail = found === 0 ? [] : [[...counts].map(([tool, count]) => `${tool} ${count}`).join(', ')];
  const failure = (key: 'min' | 'max', wanted: string): RunFailure => ({
    path: ['calls', key],
    message: `${many}, expected ${wanted}`,
    expected: wanted,
    actual: String(found),
    detail,
  });
  return [
    ...(min !== undefined && found < min ? [failure('min', `at least ${min}`)] : []),
    ...(max !== undefined && found > max ? [failure('max', `at most ${max}`)] : []),
  ];
}

const MOST = 48;
const LEAF = 24;
const BEFORE = 3;
const AFTER = 12;

/**
 * Expected and actual calls side by side, around the first difference, which is marked with `>`. `≠`: the call differs ·
 * `-`: the call is missing · `+`: the call is in no list.
 */
function callTable(rows: readonly Row[], broken: readonly Row[]): readonly string[] {
  const first = broken[0] === undefined ? 0 : rows.indexOf(broken[0]);
  const from = Math.max(0, first - BEFORE);
  const shownRows = rows.slice(from, first + AFTER);
  const cells = shownRows.map((row) => cellsOf(row, new Set(broken)));
  const width = Math.max('expected'.length, ...cells.map(({ expected }) => expected.length));
  const lines = cells.map(({ mark, expected, actual }, index) => {
    const pointer = shownRows[index] === broken[0] ? '>' : ' ';
    return `${pointer} ${mark} ${expected.padEnd(width)}  ${actual}`.trimEnd();
  });
  const above = from > 0 ? [`    … ${from} more above`] : [];
  const below = rows.length > first + AFTER ? [`    … ${rows.length - first - AFTER} more below`] : [];
  return [`    ${'expected'.padEnd(width)}  actual`, ...above, ...lines, ...below];
}

function cellsOf(row: Row, broken: ReadonlySet<Row>) {
  const expected = row.wanted === undefined ? '' : cutMiddle(wantedText(row.wanted, MOST, LEAF), MOST);
  const actual = row.call === undefined ? '(no such call)' : cutMiddle(callText(row.call, MOST, LEAF), MOST);
  return { mark: markOf(row, broken), expected, actual };
}

function markOf(row: Row, broken: ReadonlySet<Row>): string {
  if (row.call === undefined) return broken.has(row) ? '-' : ' ';
  if (row.wanted === undefined) return broken.has(row) ? '+' : ' ';
  return (row.mismatches?.length ?? 0) > 0 ? '≠' : ' ';
}
