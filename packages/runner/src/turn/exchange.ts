import { randomUUID } from 'node:crypto';
import { NOTHING_USED } from '../model/usage.js';
import type { Counts } from './run-state.js';

/** One prompt and all that is done about it. A run has one; a conversation has them one after the other. */
export interface Exchange {
  /** Of the prompt, for hooks, records and checkpoints. */
  readonly id: string;
  readonly controller: AbortController;
  readonly counts: Counts;
  /** The answer that fits the output schema, once there is one. */
  readonly output: { value?: unknown };
}

/** What was used goes on being counted: budgets are for all that one agent is asked. */
export function newExchange({
  id = randomUUID(),
  before,
}: {
  readonly id?: string | undefined;
  readonly before?: Exchange | undefined;
} = {}): Exchange {
  return {
    id,
    controller: new AbortController(),
    output: {},
    counts: {
      totals: before?.counts.totals ?? NOTHING_USED,
      turns: 0,
      toolTurns: 0,
      toolCalls: before?.counts.toolCalls ?? 0,
      outputTries: 0,
      requests: before?.counts.requests ?? 0,
      modelMs: 0,
      spilled: 0,
      calls: [],
      denials: [],
    },
  };
}
