import type { Io } from '../io.js';

/**
 * Shows both streams as one picture: the answer on standard output, lines on standard error, and one status line at the bottom of
 * a terminal. The status line is removed before other text is written.
 */
export class Screen {
  readonly #io: Io;
  #status: string | undefined;
  /** Whether the answer's last line is still open. */
  #open = false;

  constructor(io: Io) {
    this.#io = io;
  }

  answer(text: string): void {
    if (text === '') return;
    this.clear();
    this.#io.out(text);
    this.#open = !text.endsWith('\n');
  }

  endAnswer(): void {
    if (this.#open) this.answer('\n');
  }

  /** Contract: a text that others wrote is made safe before it is painted. */
  line(text: string): void {
    this.clear();
    if (this.#io.draws) this.endAnswer();
    this.#io.screen.tell(`${text}\n`);
  }

  /** Draws the status line. Does nothing in a pipe, and while the answer's line is open. */
  status(text: string): void {
    if (!this.#io.draws || this.#open || text === this.#status) return;
    this.#io.screen.tell(
      `${this.#status === undefined ? '' : '\r\x1b[2K'}${this.#io.paint('dim', fit(text, this.#io.columns - 1))}`,
    );
    this.#status = text;
  }

  clear(): void {
    if (this.#status === undefined) return;
    this.#io.screen.tell('\r\x1b[2K');
    this.#status = undefined;
  }
}

/** Combining marks, joiners and variation selectors stand on the character before them. */
const NONE = /\p{Mn}|\p{Me}|[\u200b-\u200d]/u;
/** Scripts with full-width characters, and emoji. */
const DOUBLE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;

const widthOf = (character: string): number => (NONE.test(character) ? 0 : DOUBLE.test(character) ? 2 : 1);

/** The part of a line that fits, with wide characters counted as two, so that the line never wraps and can be removed. */
function fit(text: string, columns: number): string {
  let width = 0;
  let end = 0;
  for (const character of text) {
    width += widthOf(character);
    if (width > columns) return text.slice(0, end);
    end += character.length;
  }
  return text;
}
