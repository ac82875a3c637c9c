import type { Key } from '../input/key.js';
import type { MakeQuestion, OpenQuestion } from './open-question.js';

interface Waiting {
  readonly open: () => OpenQuestion;
  /** Settles the question as if nobody were there. */
  readonly withdraw: () => void;
  question?: OpenQuestion;
}

interface QuestionsParts {
  readonly now: () => number;
  /** The first question, or another one, is on the screen now, or the last one is gone. */
  readonly onChange: () => void;
}

/** A question takes no key before so many milliseconds have passed without one. Who is typing has not read it. */
const DEAD_MS = 300;

/** The questions that wait for the person, one on the screen at a time, in the order in which they came. */
export class Questions {
  readonly #parts: QuestionsParts;
  #waiting: Waiting[] = [];
  /** When the question appeared, or the last key came before it took one. */
  #quietSince = 0;
  #isArmed = false;

  constructor(parts: QuestionsParts) {
    this.#parts = parts;
  }

  /** Asks a question when those before it are answered. `nobody`: the answer when the signal aborts, or the chat ends. */
  ask<T>(
    make: MakeQuestion<T>,
    { signal, nobody }: { readonly signal?: AbortSignal | undefined; readonly nobody: T },
  ): Promise<T> {
    return new Promise<T>((resolve) => {
      const answer = (value: T) => {
        signal?.removeEventListener('abort', withdraw);
        this.#remove(waiting);
        resolve(value);
      };
      const withdraw = () => answer(nobody);
      const waiting: Waiting = { open: () => make(answer), withdraw };
      if (signal?.aborted === true) return resolve(nobody);
      signal?.addEventListener('abort', withdraw, { once: true });
      this.#waiting.push(waiting);
      if (this.#waiting.length === 1) this.#appears();
    });
  }

  get open(): OpenQuestion | undefined {
    return this.#waiting[0]?.question;
  }

  /** The number of questions that wait behind the open one. */
  get others(): number {
    return Math.max(0, this.#waiting.length - 1);
  }

  /** Takes a key if a question is open and takes keys by now. Else the key is what somebody types ahead. */
  press(key: Key): boolean {
    const { open } = this;
    if (open === undefined || key.kind === 'focus') return false;
    const now = this.#parts.now();
    if (!this.#isArmed && now - this.#quietSince < DEAD_MS) {
      this.#quietSince = now;
      return false;
    }
    this.#isArmed = true;
    open.press(key);
    return true;
  }

  /** Nobody answers any of them. */
  withdrawAll(): void {
    for (const { withdraw } of [...this.#waiting]) withdraw();
  }

  #remove(gone: Waiting): void {
    const wasOpen = this.#waiting[0] === gone;
    this.#waiting = this.#waiting.filter((one) => one !== gone);
    if (wasOpen) this.#appears();
  }

  #appears(): void {
    const [next] = this.#waiting;
    this.#isArmed = false;
    this.#quietSince = this.#parts.now();
    if (next !== undefined) next.question = next.open();
    this.#parts.onChange();
  }
}
