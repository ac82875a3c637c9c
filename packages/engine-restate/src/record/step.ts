import type { RunResult } from '@loadout/runner';
import type { SessionRecord } from '@loadout/sessions';
import type { Ask } from '../approval/approval.js';
import type { ResultPart } from '../results/long-result.js';
import type { RunFiles, WorkspaceMark } from '../workspace/workspace.js';
import type { Written } from './outbox.js';
import { OWN } from './round-sessions.js';

/** One step as the engine records it: records of the session, and with the last of them the end of the round. */
export interface Step {
  readonly records: readonly SessionRecord[];
  /** The records of subagents, by the path of their ids. */
  readonly children?: Readonly<Record<string, readonly SessionRecord[]>> | undefined;
  readonly end?: RoundEnd | undefined;
  /** The files that belong to these records, if the run brings its repository and they have changed. */
  readonly workspace?: WorkspaceMark | undefined;
  /** Pieces of long results that these records or later ones name. */
  readonly results?: readonly ResultPart[] | undefined;
}

/** Makes a step of the records of all sessions. */
export function stepOf(written: readonly Written[]): Step {
  const records: SessionRecord[] = [];
  const children: Record<string, SessionRecord[]> = {};
  for (const { of, record } of written) {
    if (of === OWN) records.push(record);
    else children[of] = [...(children[of] ?? []), record];
  }
  return Object.keys(children).length === 0 ? { records } : { records, children };
}

/** The end of a round. A round that ends with questions is continued by the next round, after the answers. */
export interface RoundEnd
  extends Pick<RunResult, 'outcome' | 'text' | 'structuredOutput' | 'turns' | 'toolCalls' | 'costUsd' | 'error'> {
  readonly asks: readonly Ask[];
  /** The files of a run that brings its repository. */
  readonly files?: RunFiles | undefined;
}
