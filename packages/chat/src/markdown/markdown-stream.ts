import type { Block } from '../screen/line.js';
import { wrap } from '../text/wrap.js';

/** Text of a model as it arrives. */
export class MarkdownStream {
  #text = '';

  push(text: string): void {
    this.#text += text;
  }

  /** Blocks that are final since the last call. */
  finished(): readonly Block[] {
    const end = this.#text.lastIndexOf('\n');
    if (end === -1) return [];
    const lines = this.#text.slice(0, end);
    this.#text = this.#text.slice(end + 1);
    return [markdownBlock(lines)];
  }

  /** What may still change. */
  open(): Block {
    return this.#text === '' ? () => [] : markdownBlock(this.#text);
  }

  end(): readonly Block[] {
    this.push('\n');
    return this.finished();
  }
}

export const markdownBlock =
  (text: string): Block =>
  (columns) =>
    wrap([{ text }], columns);
