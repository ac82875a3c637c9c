import type { RunResult, SessionRecord } from '@loadout/runner';
import type { Ask } from '../approval.js';

/** One step as the engine records it: records of the session, and with the last of them the end of the round. */
export interface Step {
  readonly records: readonly SessionRecord[];
  readonly end?: RoundEnd | undefined;
}

/** The end of a round. A round that ends with questions is continued by the next round, after the answers. */
export interface RoundEnd
  extends Pick<RunResult, 'outcome' | 'text' | 'structuredOutput' | 'turns' | 'toolCalls' | 'costUsd' | 'error'> {
  readonly asks: readonly Ask[];
}
