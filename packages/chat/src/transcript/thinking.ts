import { duration } from '@loadout/command';
import { cut } from '../text/cut.js';
import type { Block } from '../text/line.js';
import { cutBlock, linesOf, said } from '../text/said.js';

/** The thinking of the model: the end of it while it lasts, and one line for it afterwards. */
export class Thinking {
  readonly #now: () => number;
  #text = '';
  #since = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  push(text: string): void {
    if (this.#text === '') this.#since = this.#now();
    this.#text += text;
  }

  /** Ends the thinking, if there was some. */
  end(): { readonly block: Block; readonly text: string } | undefined {
    const text = this.#text;
    this.#text = '';
    if (text.trim() === '') return undefined;
    return {
      text,
      block: cutBlock(said(`✻ Thought for ${duration(this.#now() - this.#since)}, Ctrl+O shows it`, 'dim', 'italic')),
    };
  }

  block(): Block {
    if (this.#text.trim() === '') return () => [];
    const head = said(`✻ Thinking ${duration(this.#now() - this.#since)}`, 'dim', 'italic');
    // Only the end is shown, so only the end is made safe and measured.
    const last = linesOf(this.#text.slice(-2_000)).slice(-2);
    return (columns) => [cut([head], columns), ...last.map((line) => cut([said(`  ${line}`, 'dim', 'italic')], columns))];
  }
}
