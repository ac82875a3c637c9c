import type { WorkspaceFacts } from '../context/workspace-facts.js';
import type { RunModel } from './run-model.js';

/** The model of a run, and the state of requests to it. */
export interface Asking {
  readonly model: RunModel;
  readonly workspaceFacts: WorkspaceFacts;
  readonly compaction: CompactionState;
}

interface CompactionState {
  /** Failures in a row. After three, compaction is not tried again. */
  failures: number;
  /** `counts.turns` at the last compaction. */
  doneAtTurn?: number | undefined;
  /** If true, the last compaction followed a refusal by the provider, and no turn has succeeded since. */
  afterOverflow: boolean;
}
