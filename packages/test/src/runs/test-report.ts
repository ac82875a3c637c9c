import type { JsonSchema } from '@loadout/core';
import * as z from 'zod';
import type { DeepReadonly } from './recorded-run.js';
import { recordedRun } from './recorded-run.js';
import { runFailure } from './run-expectations.js';

const text = z.string();
const whole = z.int().min(0);
const number = z.number().min(0);
const usd = z.number().nullable().describe('US dollars; null if the price is unknown.');
const place = { file: text, line: z.int().min(1), column: z.int().min(1) };

const placedFailure = runFailure.extend({
  ...place,
  frame: text.describe('The line in the file between its neighbours, with a mark under the word.').optional(),
  code: text.describe('The code of an error, if the test could not run.').optional(),
  fix: text.optional(),
  notices: z.array(text).describe('The notices of the run, with the first failure of a test.').optional(),
});

const vote = z.strictObject({
  verdict: z.enum(['pass', 'fail', 'none']).describe('none: the judge gave no answer, which does not count as a yes.'),
  reason: text.describe("The reason in the judge's words, or the error."),
});

const judgement = z.strictObject({
  run: z.int().min(1).describe('The run, counted from 1.'),
  passed: z.boolean().describe('Whether most votes say that the rubric holds.'),
  votes: z.array(vote),
  usd,
});

const repeats = z.strictObject({
  runs: whole,
  passed: whole,
  k: whole.describe('The k of pass^k and pass@k.'),
  passAll: number.describe('The chance that all of k runs pass.'),
  passAny: number.describe('The chance that at least one of k runs passes.'),
  usd,
  judgements: z.array(judgement).describe('The votes of the judge about each run that it saw, whatever they say.').optional(),
});

const decision = z.strictObject({
  agent: text,
  tool: text,
  rule: text.describe('The path of the rule that decided. Absent: no rule decided.').optional(),
});

const test = z.strictObject({
  name: text.describe('The name as written, with the row filled in.'),
  ...place,
  kind: z.enum(['script', 'cassette', 'permissions', 'live']),
  tags: z.array(text),
  status: z.enum(['passed', 'failed', 'skipped']),
  skipped: text.describe('The reason for which the test was skipped.').optional(),
  durationMs: number,
  start: number.describe('Milliseconds since 1970.'),
  failures: z.array(placedFailure).describe('Each at its place in the file. Empty unless failed.'),
  run: recordedRun.describe('Absent for permission tables, and where no run started.').optional(),
  profile: text.describe('The profile of the configuration.').optional(),
  agent: text.describe('The agent that the test is about.').optional(),
  decisions: z.array(decision).describe('The decisions of a permission table, for coverage.').optional(),
  repeats: repeats.describe('The runs of a live test.').optional(),
  again: text.describe('The command that runs this test alone.').optional(),
});

const covered = z.strictObject({
  kind: z.enum(['rule', 'hook', 'agent', 'tool', 'skill', 'server', 'branch', 'profile']),
  path: text.describe('The path in the configuration, such as agents.guide.permissions.deny.0.'),
  name: text.describe('The part as people name it: the text of a rule, the name of a tool.'),
  place: z.strictObject(place).optional(),
  tests: z.array(text).describe('The names of tests that reached the part.'),
});

const report = z
  .strictObject({
    tool: z.strictObject({ name: z.literal('loadout'), version: text }),
    start: number.describe('Milliseconds since 1970.'),
    stop: number,
    root: text.describe('The folder to which the files of tests are relative.'),
    tests: z.array(test),
    coverage: z
      .strictObject({ parts: z.array(covered) })
      .describe('Parts of the configuration that tests reached.')
      .optional(),
  })
  .meta({ title: 'The report of loadout test' });

/** The JSON Schema of a `TestReport`, which `loadout test --reporter json` prints. */
export const testReportSchema: JsonSchema = z.toJSONSchema(report);

/** The results of one `loadout test`. Reporters read it and nothing else. */
export type TestReport = DeepReadonly<z.output<typeof report>>;
export type TestResult = TestReport['tests'][number];
export type TestStatus = TestResult['status'];
export type TestedDecision = NonNullable<TestResult['decisions']>[number];
export type PlacedFailure = TestResult['failures'][number];
export type Repeats = NonNullable<TestResult['repeats']>;
export type Judgement = NonNullable<Repeats['judgements']>[number];
export type Vote = Judgement['votes'][number];
export type Coverage = NonNullable<TestReport['coverage']>;
export type CoveredPart = Coverage['parts'][number];
