import type { Surroundings } from '../ground/surroundings.js';
import type { RunModel } from './run-model.js';

/** The model of a run, and the state of asking it. */
export interface Asking {
  readonly model: RunModel;
  readonly surroundings: Surroundings;
  readonly compaction: CompactionState;
}

export interface CompactionState {
  /** In a row; at three no more is tried. */
  failures: number;
  /** `counts.turns` when the last one was done. */
  doneAtTurn?: number | undefined;
  /** It was done because the provider had refused the conversation, and no turn has come through since. */
  afterOverflow: boolean;
}
