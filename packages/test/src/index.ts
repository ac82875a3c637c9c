/** The public names, by hand: adding one is a decision. */
export { testProblems } from './check-tests.js';
export { errors, table as errorTable } from './errors.js';
export { type CheckContext, checkRun } from './runs/check-run.js';
export { callText, type MatchesRule } from './runs/expected-call.js';
export { type RecordOptions, recordRun } from './runs/record-run.js';
export type {
  CallState,
  Decider,
  RecordedCall,
  RecordedFile,
  RecordedRun,
  RecordedUsage,
  RunEnd,
  UnusedTurn,
} from './runs/recorded-run.js';
export type {
  ExpectedCall,
  ExpectedCalls,
  FileState,
  InputMode,
  MatchMode,
  NumberMatch,
  RunExpectations,
  RunFailure,
  TextBounds,
  TextMatch,
} from './runs/run-expectations.js';
export { type CalledWith, type Matched, type RuleReader, type RunMatchers, runMatchers } from './runs/run-matchers.js';
export type {
  Coverage,
  CoveredPart,
  Judgement,
  PlacedFailure,
  Repeats,
  TestedDecision,
  TestReport,
  TestResult,
  TestStatus,
  Vote,
} from './runs/test-report.js';
export { testReportSchema } from './runs/test-report.js';
export { findTestFiles } from './tests/find-test-files.js';
export { judgeTests } from './tests/judge-tests.js';
export { loadTests } from './tests/load-tests.js';
export type { LoadedTest, LoadedTests } from './tests/loaded-test.js';
export { testSchema } from './tests/test-schema.js';
