import { randomUUID } from 'node:crypto';
import type { CallSummary, Denial } from '../report/events.js';
import { NOTHING_USED, type Totals } from '../report/usage.js';

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

export interface Counts {
  totals: Totals;
  /** Messages of the model. */
  turns: number;
  /** Turns that ran tools; what `limits.turns` counts. */
  toolTurns: number;
  /** Its own and those of the agents that it started, as `totals` are. */
  toolCalls: number;
  outputTries: number;
  /** Of any kind, to any model. */
  requests: number;
  modelMs: number;
  spilled: number;
  readonly calls: CallSummary[];
  readonly denials: Denial[];
}

/** The exchanges of a run, of which one is under way. */
export interface Exchanges {
  /** `signal`, `counts` and `output` are those of this exchange. */
  exchange: Exchange;
  /** Aborted on interrupt. */
  readonly signal: AbortSignal;
  readonly counts: Counts;
  readonly output: { value?: unknown };
  /** Aborted when the whole session is given up. */
  readonly lifetime: AbortSignal;
  /** An exchange ends when the model has answered. Work in the background is heard of with the next prompt. */
  readonly isConversation: boolean;
}

/** Begins with this exchange. A conversation puts the next one in its place. */
export const exchangesFrom = (first: Exchange, more: Pick<Exchanges, 'lifetime' | 'isConversation'>): Exchanges => {
  let exchange = first;
  return {
    ...more,
    get exchange() {
      return exchange;
    },
    set exchange(next) {
      exchange = next;
    },
    get signal() {
      return exchange.controller.signal;
    },
    get counts() {
      return exchange.counts;
    },
    get output() {
      return exchange.output;
    },
  };
};
