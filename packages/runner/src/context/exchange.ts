import { randomUUID } from 'node:crypto';
import type { Inbox } from '@loadout/core';
import { onAbort } from '@loadout/core/run';
import { releasableSignal } from '@loadout/node';
import type { CallSummary, Denial } from '@loadout/sessions';
import { NOTHING_USED, type Totals } from '../report/usage.js';

/** One prompt and the work on it. A run has one exchange; a conversation has one after the other. */
export interface Exchange {
  /** The id of the prompt, for records and checkpoints. */
  readonly id: string;
  /** The id of the person's prompt that led to the work, for hooks: in a subagent, that of the agent that started it (GAP-D11). */
  readonly promptId: string | undefined;
  /** Its signal aborts on interrupt, and with the signal of the caller until its release. */
  readonly controller: Pick<AbortController, 'signal' | 'abort'> & { release(): void };
  readonly counts: Counts;
  /** Contains the answer that fits the output schema, as soon as the model has given the answer. */
  readonly output: { value?: unknown };
}

/** The work of earlier processes on the prompt of a run that goes on, by the records of its session (decision 0074). */
export interface EarlierWork {
  readonly answers: number;
  readonly toolTurns: number;
  /** Includes the calls of the agents that the agent started. */
  readonly toolCalls: number;
  /** US dollars, with those of the agents that the agent started; `null` if unknown. Only if `limits.usd` is for one run. */
  readonly usd: number | null;
  /** Milliseconds in which a process worked. */
  readonly ms: number;
}

export const NO_EARLIER_WORK: EarlierWork = { answers: 0, toolTurns: 0, toolCalls: 0, usd: 0, ms: 0 };

/**
 * Begins an exchange with the usage of the one before, because `limits.usd` is for a session and every other limit for a prompt. `earlier`: the
 * work of other processes on the same prompt.
 */
export function newExchange({
  id = randomUUID(),
  promptId = id,
  before,
  earlier = NO_EARLIER_WORK,
  signal,
}: {
  readonly id?: string | undefined;
  readonly promptId?: string | undefined;
  readonly before?: Exchange | undefined;
  readonly earlier?: EarlierWork | undefined;
  /** The signal of the caller. */
  readonly signal?: AbortSignal | undefined;
} = {}): Exchange {
  return {
    id,
    promptId,
    controller: releasableSignal(signal),
    output: {},
    counts: {
      totals: before?.counts.totals ?? NOTHING_USED,
      earlier,
      turns: 0,
      toolTurns: earlier.toolTurns,
      toolCalls: 0,
      openCalls: before?.counts.openCalls ?? 0,
      keptCalls: 0,
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
  /** The work of other processes on the same prompt. Limits count it, and the result does not. */
  readonly earlier: EarlierWork;
  totals: Totals;
  /** The number of messages of the model. */
  turns: number;
  /** The number of turns that ran tools, in this process and in earlier ones; `limits.turns` limits this number. */
  toolTurns: number;
  /** The number of ended calls. Includes those of the agents that this agent started, as `totals` do. A call that was not run is none. */
  toolCalls: number;
  /** The number of calls that may run and have not ended, with those of the agents that this agent started. */
  openCalls: number;
  /** The number of deferred calls, with those of the agents that this agent started. They run when the session is resumed. */
  keptCalls: number;
  outputTries: number;
  /** The number of requests of any kind, to any model. */
  requests: number;
  modelMs: number;
  spilled: number;
  readonly calls: CallSummary[];
  readonly denials: Denial[];
}

/** The exchanges of a run. One exchange is under way at a time. */
export interface Exchanges {
  /** The exchange under way. `signal`, `counts` and `output` belong to this exchange. */
  exchange: Exchange;
  /** Aborted on interrupt. */
  readonly signal: AbortSignal;
  readonly counts: Counts;
  readonly output: { value?: unknown };
  /** Aborted when the whole session is given up. */
  readonly lifetime: AbortSignal;
  /** Whether an exchange ends with the model's answer. News of background work then waits for the next prompt. */
  readonly isConversation: boolean;
}

/** Returns the exchanges of a run that begin with `first`. A conversation replaces `exchange` for each prompt. */
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

/** A text that waits, and the one who wants to know that it was read. */
interface Letter {
  readonly text: string;
  readonly onTaken?: (() => void) | undefined;
}

/** The texts that wait to be read by the model of one run, and the work that may add more. */
export class RunInbox implements Inbox {
  readonly #held = new Set<Promise<unknown>>();
  #wake: (() => void) | undefined;
  #letters: readonly Letter[] = [];
  /** Called when a text is added. */
  onAdd: (() => void) | undefined;

  /** The texts since the last `take`. */
  get texts(): readonly string[] {
    return this.#letters.map(({ text }) => text);
  }

  add(text: string): void {
    this.send(text);
  }

  /** Adds a text, and returns a function that takes it back. That function returns false if the text was taken before. */
  send(text: string, onTaken?: () => void): () => boolean {
    const letter: Letter = { text, onTaken };
    this.#letters = [...this.#letters, letter];
    this.#wake?.();
    this.onAdd?.();
    return () => {
      const isHere = this.#letters.includes(letter);
      this.#letters = this.#letters.filter((one) => one !== letter);
      return isHere;
    };
  }

  hold(work: Promise<unknown>): void {
    const ended = () => {
      this.#held.delete(work);
      this.#wake?.();
    };
    this.#held.add(work);
    work.then(ended, ended);
  }

  /** Returns the texts since the last call. */
  take(): readonly string[] {
    const letters = this.#letters;
    this.#letters = [];
    for (const { onTaken } of letters) onTaken?.();
    return letters.map(({ text }) => text);
  }

  /** Whether the run waits for work that may still add a text. */
  get isHeld(): boolean {
    return this.#held.size > 0;
  }

  /** Waits until there is a text, or no work to wait for. Returns whether there is a text. */
  async something(signal: AbortSignal): Promise<boolean> {
    const forget = onAbort(signal, () => this.#wake?.());
    while (this.texts.length === 0 && this.#held.size > 0 && !signal.aborted)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#wake = undefined;
    forget();
    return this.texts.length > 0 && !signal.aborted;
  }
}
