import type { Clock, LimitsPlan, LoadoutError, ModelEvent } from '@loadout/core';
import { errors } from '../report/errors.js';

/** The length and the time of one answer where nothing else is set. A model's longest answer today is far below either. */
const MOST_CHARS = 16_000_000;
const MOST_SECONDS = 3_600;
/** An event without text takes memory too. */
const EVENT_CHARS = 16;

/** Ends one answer that grows beyond its length or its time, whatever the provider itself counts. */
export class AnswerBounds {
  readonly chars: number;
  readonly signal: AbortSignal;
  /** The bound that ended the answer. */
  exceeded: LoadoutError | undefined;
  readonly #controller = new AbortController();
  readonly #cancel: () => void;
  #taken = 0;

  constructor(limits: LimitsPlan, { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal }) {
    const seconds = limits.answerTime ?? MOST_SECONDS;
    this.chars = limits.answerChars ?? MOST_CHARS;
    this.signal = AbortSignal.any([signal, this.#controller.signal]);
    this.#cancel = clock.after(seconds * 1000, () => {
      this.exceeded = errors.ANSWER_TOO_SLOW({ seconds });
      this.#controller.abort(this.exceeded);
    });
  }

  /** Throws ANSWER_TOO_LONG. */
  take(event: ModelEvent): void {
    if (event.type === 'text' || event.type === 'thinking') this.#taken += event.text.length;
    this.#taken += EVENT_CHARS;
    if (this.#taken <= this.chars) return;
    this.exceeded = errors.ANSWER_TOO_LONG({ chars: this.chars });
    throw this.exceeded;
  }

  release(): void {
    this.#cancel();
  }
}
