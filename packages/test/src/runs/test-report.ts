import type { RecordedRun } from './recorded-run.js';
import type { RunFailure } from './run-expectations.js';

/** The results of one `loadout test`. Reporters read it and nothing else. */
export interface TestReport {
  readonly tool: { readonly name: 'loadout'; readonly version: string };
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly stop: number;
  /** The folder to which `file` of tests is relative. */
  readonly root: string;
  readonly tests: readonly TestResult[];
  readonly coverage?: Coverage | undefined;
}

export type TestStatus = 'passed' | 'failed' | 'skipped';

export interface TestResult {
  /** The name as written, with the row filled in. */
  readonly name: string;
  /** The file of the test, relative to `root`, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly kind: 'script' | 'cassette' | 'permissions' | 'live';
  readonly tags: readonly string[];
  readonly status: TestStatus;
  /** The reason for which the test was skipped. */
  readonly skipped?: string | undefined;
  readonly durationMs: number;
  readonly start: number;
  /** The failures, each at its place in the file. Empty unless `failed`. */
  readonly failures: readonly PlacedFailure[];
  /** The run. Absent for permission tables, and where no run started. */
  readonly run?: RecordedRun | undefined;
  /** The profile of the configuration. */
  readonly profile?: string | undefined;
  /** The agent that the test is about. */
  readonly agent?: string | undefined;
  /** The decisions of a permission table, for coverage. */
  readonly decisions?: readonly TestedDecision[] | undefined;
  /** The runs of a live test. */
  readonly repeats?: Repeats | undefined;
  /** The command that runs this test alone. */
  readonly again?: string | undefined;
}

export interface TestedDecision {
  readonly agent: string;
  readonly tool: string;
  /** The path of the rule that decided. Absent: no rule decided. */
  readonly rule?: string | undefined;
}

export interface PlacedFailure extends RunFailure {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line in the file between its neighbours, with a mark under the word. */
  readonly frame?: string | undefined;
  /** The code of an error, if the test could not run. */
  readonly code?: string | undefined;
  readonly fix?: string | undefined;
  /** The notices of the run, with the first failure of a test. */
  readonly notices?: readonly string[] | undefined;
}

export interface Repeats {
  readonly runs: number;
  readonly passed: number;
  /** The k of pass^k and pass@k. */
  readonly k: number;
  /** The chance that all of k runs pass. */
  readonly passAll: number;
  /** The chance that at least one of k runs passes. */
  readonly passAny: number;
  readonly usd: number | null;
  /** The votes of the judge about each run that it saw, whatever they say. */
  readonly judgements?: readonly Judgement[] | undefined;
}

export interface Judgement {
  /** The run, counted from 1. */
  readonly run: number;
  /** Whether most votes say that the rubric holds. */
  readonly passed: boolean;
  readonly votes: readonly Vote[];
  /** The price of the votes; `null` if it is unknown. */
  readonly usd: number | null;
}

export interface Vote {
  /** `none`: the judge came to no answer, which is no yes. */
  readonly verdict: 'pass' | 'fail' | 'none';
  /** The reason in the judge's words, or the error. */
  readonly reason: string;
}

/** Parts of the configuration that tests reached. */
export interface Coverage {
  readonly parts: readonly CoveredPart[];
}

export interface CoveredPart {
  readonly kind: 'rule' | 'hook' | 'agent' | 'tool' | 'skill' | 'server' | 'branch' | 'profile';
  /** The path in the configuration, such as `agents.guide.permissions.deny.0`. */
  readonly path: string;
  /** The part as people name it: the text of a rule, the name of a tool. */
  readonly name: string;
  readonly place?: { readonly file: string; readonly line: number; readonly column: number } | undefined;
  /** The names of tests that reached the part. */
  readonly tests: readonly string[];
}
