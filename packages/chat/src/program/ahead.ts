import { cut } from '../text/cut.js';
import type { Block, Line } from '../text/line.js';

/** The texts that wait for the work that goes on, in the order in which they were typed. The person can take each back. */
export class Ahead {
  #texts: readonly string[] = [];

  get texts(): readonly string[] {
    return this.#texts;
  }

  add(text: string): void {
    this.#texts = [...this.#texts, text];
  }

  /** Takes the oldest text, to be worked on. */
  next(): string | undefined {
    const [first, ...rest] = this.#texts;
    this.#texts = rest;
    return first;
  }

  /** Takes the newest one back, to be edited. */
  takeBack(): string | undefined {
    const last = this.#texts.at(-1);
    this.#texts = this.#texts.slice(0, -1);
    return last;
  }

  /** Takes those before the first command, which is not for the model. */
  takePrompts(isCommand: (text: string) => boolean): readonly string[] {
    const end = this.#texts.findIndex(isCommand);
    const taken = this.#texts.slice(0, end === -1 ? undefined : end);
    this.#texts = this.#texts.slice(taken.length);
    return taken;
  }

  /** `canSend`: work goes on, and the first text is sent when it is interrupted. */
  block({ canSend }: { readonly canSend: boolean }): Block {
    return (columns) => {
      const lines = this.#texts.map((text): Line => [{ text: `⧖ ${text}`, styles: ['dim'] }]);
      const help: Line = [{ text: `  waits; Up takes it back${canSend ? ', Esc sends it now' : ''}`, styles: ['dim'] }];
      return lines.length === 0 ? [] : [...lines, help].map((line) => cut(line, columns));
    };
  }
}
