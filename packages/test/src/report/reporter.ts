import type { TestReport, TestResult } from '../runs/test-report.js';

/** The parts of the world that a reporter uses. */
export interface ReporterIo {
  out(text: string): void;
  err(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
  readonly cwd: string;
  /** Removes the declared secrets from a text. */
  readonly redact?: ((text: string) => string) | undefined;
}

/** A reader of results. `result` comes as tests end, in any order; `end` has all results in the order of the files. */
export interface Reporter {
  start?(total: number): void;
  result?(result: TestResult): void;
  end(report: TestReport): void | Promise<void>;
}
