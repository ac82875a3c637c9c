import type { RecordedRun } from '../runs/recorded-run.js';
import type { PlacedFailure, TestReport, TestResult } from '../runs/test-report.js';

/** Texts that break formats: markup, commands of GitHub, controls, halves of a pair, ends of CDATA. */
export const NASTY = 'a <b> & "c" ]]> \u0000\u001b[31m\u2028 ::error::x %0A | `x` \ud800 ##[group]y';

export const failure = (more: Partial<PlacedFailure> = {}): PlacedFailure => ({
  path: ['expect', 'calls', 0],
  message: 'Edit (call 1): is denied, expected done',
  expected: 'Edit',
  actual: 'Edit (denied)',
  detail: ['    expected  actual', '> ≠ Edit      Edit (denied)'],
  file: 'agent.config.yaml',
  line: 12,
  column: 7,
  frame: '  12 | calls: [Edit]\n     |         ^^^^',
  ...more,
});

const run: RecordedRun = {
  outcome: 'done',
  text: 'Done.',
  usage: { turns: 1, toolCalls: 1, inputTokens: 1, outputTokens: 1, usd: null },
  calls: [{ id: 'a', tool: 'Edit', input: { x: NASTY }, agent: 'main', state: 'done', by: { kind: 'mode' }, result: NASTY }],
  events: [{ type: 'init' }],
  files: { 'a.md': { state: 'changed', text: 'x' } },
};

export const result = (more: Partial<TestResult> = {}): TestResult => ({
  name: 'writes a file',
  file: 'agent.config.yaml',
  line: 10,
  column: 5,
  kind: 'script',
  tags: [],
  status: 'passed',
  durationMs: 12.4,
  start: 1_700_000_000_000,
  failures: [],
  run,
  ...more,
});

export const failed = (more: Partial<TestResult> = {}): TestResult =>
  result({ name: 'fails', status: 'failed', failures: [failure()], again: 'loadout test "fails"', ...more });

/** A report with every kind of result. */
export const report = (tests: readonly TestResult[] = everyKind, more: Partial<TestReport> = {}): TestReport => ({
  tool: { name: 'loadout', version: '0.1.0' },
  start: 1_700_000_000_000,
  stop: 1_700_000_000_500,
  root: '/repo/agents',
  tests,
  ...more,
});

const everyKind: readonly TestResult[] = [
  result({ tags: ['fast'] }),
  failed({ failures: [failure(), failure({ message: NASTY, detail: [NASTY], line: 14 })] }),
  failed({ name: NASTY, file: 'sub/x.test.yaml', failures: [failure({ code: 'SCRIPT_ENDED', fix: 'Add a turn.' })] }),
  result({ name: 'needs a key', kind: 'live', status: 'skipped', skipped: 'no key' }),
  result({
    name: 'live',
    kind: 'live',
    repeats: {
      ...{ runs: 4, passed: 3, k: 2, passAll: 0.5, passAny: 1, usd: 0.01 },
      judgements: [{ run: 2, passed: true, votes: [{ verdict: 'pass', reason: NASTY }], usd: null }],
    },
  }),
  result({
    name: 'table',
    kind: 'permissions',
    run: undefined,
    decisions: [{ agent: 'main', tool: 'Edit', rule: 'permissions.deny.0' }],
  }),
];
