import { hasKey } from '@loadout/command';
import { appendPrompt, promptsIn } from './history-file.js';

export interface HistoryOptions {
  /** The file, in the state folder. */
  readonly file: string;
  /** Whether a text holds a declared secret. Known forms of keys are left out in any case. */
  readonly isSecret?: ((text: string) => boolean) | undefined;
  /** Called when the file cannot be read or written. The chat goes on with the prompts of its own. */
  readonly onProblem?: ((error: unknown) => void) | undefined;
}

const MOST = 1000;
/** A longer prompt is not kept. */
const MOST_CHARACTERS = 10_000;

/**
 * Texts that were typed before, in this chat, then in all others of the user up to now. A prompt that begins with a blank or holds a key is
 * kept in memory only.
 */
export class History {
  readonly #file: string;
  readonly #isSecret: (text: string) => boolean;
  readonly #onProblem: (error: unknown) => void;
  /** Prompts of this chat. */
  #own: readonly string[] = [];
  /** The prompts to go through, the newest first, behind the text that was in the editor. */
  #shown: readonly string[] = [];
  #at = 0;

  constructor({ file, isSecret = () => false, onProblem = () => {} }: HistoryOptions) {
    this.#file = file;
    this.#isSecret = isSecret;
    this.#onProblem = onProblem;
  }

  add(text: string): void {
    this.leave();
    if (text.trim() === '') return;
    this.#own = [...this.#own, text].slice(-MOST);
    if (text.startsWith(' ') || text.length > MOST_CHARACTERS || hasKey(text) || this.#isSecret(text)) return;
    this.#attempt(() => appendPrompt(this.#file, text));
  }

  /** Returns the prompt before the one that is shown. `draft`: the text in the editor, which `next` gives back at the end. */
  previous(draft: string): string | undefined {
    if (this.#shown.length === 0) this.#shown = [draft, ...this.all().filter((text) => text !== draft)];
    if (this.#at === this.#shown.length - 1) return undefined;
    this.#at += 1;
    return this.#shown[this.#at];
  }

  next(): string | undefined {
    if (this.#at === 0) return undefined;
    this.#at -= 1;
    const text = this.#shown[this.#at];
    if (this.#at === 0) this.leave();
    return text;
  }

  /** Forgets the place, because the text is edited or was sent. */
  leave(): void {
    this.#shown = [];
    this.#at = 0;
  }

  /** Returns all prompts, each once: those of this chat before others, the newest first. */
  all(): readonly string[] {
    const kept = this.#attempt(() => promptsIn(this.#file)) ?? [];
    return [...new Set([...kept, ...this.#own].reverse())].slice(0, MOST);
  }

  #attempt<T>(action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      this.#onProblem(error);
      return undefined;
    }
  }
}
