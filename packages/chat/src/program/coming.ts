import type { CheckedChange, Session } from '@loadout/command/chat';
import type { Surface } from '../commands/surface.js';
import type { Ahead } from './ahead.js';

interface ComingParts {
  readonly ahead: Ahead;
  readonly surface: Surface;
  readonly change: CheckedChange;
  readonly session: () => Session;
}

/** The next work of a conversation: a text of the person, news of work in the background, or a configuration that has changed. */
export type Next = { readonly text: string } | 'news' | 'changed';

/** Waits for the next work, while nothing goes on. */
export class Coming {
  /** If true, the model hears of news with the next prompt only. */
  hasFailed = false;
  readonly #parts: ComingParts;
  #isStopped = false;
  #wake: () => void = () => {};

  constructor(parts: ComingParts) {
    this.#parts = parts;
  }

  /** Looks again. */
  wake(): void {
    this.#wake();
  }

  /** Ends the wait: nothing comes any more. */
  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  /** Returns the next work; `undefined` at the end. */
  async next(): Promise<Next | undefined> {
    const { ahead, session } = this.#parts;
    while (!this.#isStopped && !session().isOver) {
      const text = ahead.next();
      if (text !== undefined) return { text };
      if (this.#hasNews) return 'news';
      if (this.#hasChanged) return 'changed';
      await this.#somethingNew();
    }
    return undefined;
  }

  get #hasNews(): boolean {
    return this.#parts.session().conversation.hasNews && !this.hasFailed && this.#parts.surface.isIdle;
  }

  /** Whether the chat can continue with a changed configuration now. Neither work nor what is typed is lost. */
  get #hasChanged(): boolean {
    const { change, session, surface } = this.#parts;
    return change.mark !== undefined && !session().conversation.hasTasks && surface.isIdle;
  }

  async #somethingNew(): Promise<void> {
    const { conversation } = this.#parts.session();
    let unwatch = () => {};
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      conversation.onNews = () => {
        if (this.#hasNews) resolve();
      };
      unwatch = this.#parts.change.watch(() => {
        if (this.#hasChanged) resolve();
      });
    });
    unwatch();
    conversation.onNews = undefined;
  }
}
