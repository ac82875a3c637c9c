import type { RecordedRun } from '../runs/recorded-run.js';
import type { TestGround } from '../test-ground.js';

/** The run that nobody killed. */
export interface Reference {
  readonly run: RecordedRun;
  readonly ground: TestGround;
  /** The lines of all sessions of the run, in the order in which they were written. */
  readonly lines: readonly string[];
}
