import { join } from 'node:path';
import type { Plan } from '@loadout/core/run';
import { FileStore } from '@loadout/sessions';
import type { RecordedRun } from '../runs/recorded-run.js';
import type { TestGround } from '../test-ground.js';
import type { LoadedTest } from '../tests/loaded-test.js';

/** The work of one process of a kill test, as its parent writes it into a file. */
export interface KillJob {
  readonly test: Pick<LoadedTest, 'name' | 'file' | 'spec'>;
  readonly ground: TestGround;
  readonly plan: Plan;
  /** The paths of rules by `file:line:column`. */
  readonly paths: Readonly<Record<string, string>>;
  /** The folder of the configuration. */
  readonly folder: string;
  /** The process kills itself after so many records. Absent: it ends by itself. */
  readonly killAt?: number | undefined;
  /** If true, it kills itself right before the next record, when the work between the two is done. */
  readonly isLate?: boolean | undefined;
  readonly resume?: string | undefined;
  /** If true, the prompt is given again, because the session has not stored it. */
  readonly asksAgain?: boolean | undefined;
  /** The file for the recorded run. */
  readonly result: string;
}

export interface KillResult {
  readonly run: RecordedRun;
}

/** The sessions of a run. `onLines` is called with lines after they are in the file. */
export const sessionsIn = ({ state }: TestGround, onLines?: (lines: readonly string[]) => void): FileStore =>
  new FileStore({ dir: join(state, 'sessions'), onAppend: onLines === undefined ? undefined : (_, lines) => onLines(lines) });
