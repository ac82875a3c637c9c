import type { Block, CallEnvironment, ModelRequest } from '@loadout/core';
import type { AgentSpec } from '../agent-spec.js';
import type { AgentEvent, Denial } from '../events.js';
import type { SessionServices } from '../plugins/services.js';
import type { RunPermissions } from '../run-permissions.js';
import type { OpenSession } from '../session/open-session.js';
import type { RunTools } from '../tools/run-tools.js';
import type { Totals } from '../usage.js';

/** One run: what it works with, and the counts that its result reports. */
export interface RunState {
  readonly spec: AgentSpec;
  readonly session: OpenSession;
  readonly permissions: RunPermissions;
  readonly tools: RunTools;
  readonly services: Pick<SessionServices, 'find'>;
  readonly calls: Omit<CallEnvironment, 'turn'>;
  readonly request: Omit<ModelRequest, 'messages'>;
  readonly signal: AbortSignal;
  readonly emit: (event: AgentEvent) => void;
  readonly counts: Counts;
  readonly compaction: CompactionState;
  /** The answer that fits the output schema, once there is one. */
  readonly output: { value?: unknown };
}

export interface Counts {
  totals: Totals;
  /** Messages of the model. */
  turns: number;
  /** Turns that ran tools; what `limits.turns` counts. */
  toolTurns: number;
  toolCalls: number;
  outputTries: number;
  modelMs: number;
  spilled: number;
  readonly denials: Denial[];
}

export interface CompactionState {
  /** In a row; at three no more is tried. */
  failures: number;
  /** `counts.turns` when the last one was done. */
  doneAtTurn?: number | undefined;
  /** It was done because the provider had refused the conversation, and no turn has come through since. */
  afterOverflow: boolean;
}

/** What a hook or the loop itself tells the model, beside what the user said. */
export const reminder = (text: string): Block => ({ type: 'text', text: `<system-reminder>\n${text}\n</system-reminder>` });
