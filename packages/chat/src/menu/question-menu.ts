import { Editor } from '../input/editor.js';
import type { Key } from '../input/key.js';
import { cut } from '../text/cut.js';
import type { Line, Picture } from '../text/line.js';
import { wrap } from '../text/wrap.js';

export interface Answer<T> {
  /** The key that gives this answer at once, such as `y`. */
  readonly key: string;
  readonly text: string;
  readonly value: T;
  /** The answer has words of the person, typed in its place. */
  readonly takesWords?: boolean | undefined;
}

export interface Answered<T> {
  readonly value: T;
  /** The text that the person typed, empty if they typed none. */
  readonly words: string;
}

/** The column of the text of an answer, which is wrapped: a person reads all of what an answer allows. */
const INDENT = 5;
/** The rows of one answer. The text that makes a rule so long stands above the answers. */
const MOST_ROWS = 6;

/** The answers to a question: one key each, or arrows and Enter. */
export class QuestionMenu<T> {
  readonly #answers: readonly Answer<T>[];
  readonly #editor = new Editor();
  #at = 0;
  #isTyping = false;

  /** `begin`: the answer that Enter takes if no arrow was pressed. Default: the first. */
  constructor({ answers, begin = 0 }: { readonly answers: readonly Answer<T>[]; readonly begin?: number | undefined }) {
    this.#answers = answers;
    this.#at = begin;
  }

  /** The answer that was taken, or that Enter would take. */
  get chosen(): Answered<T> | undefined {
    const answer = this.#answers[this.#at];
    return answer === undefined ? undefined : { value: answer.value, words: this.#isTyping ? this.#editor.text.trim() : '' };
  }

  /** `taken`: `chosen` is the answer. `left`: the person wants to answer nothing. `undefined`: the key is not for the menu. */
  press(key: Key): 'moved' | 'taken' | 'left' | undefined {
    return this.#isTyping ? this.#pressWords(key) : this.#pressKey(key);
  }

  picture(columns: number): Picture {
    const lines: Line[] = [];
    let cursor: Picture['cursor'];
    for (const [index, answer] of this.#answers.entries()) {
      const isChosen = index === this.#at;
      const label: Line = [
        { text: isChosen ? '› ' : '  ', styles: ['cyan'] },
        { text: answer.key, styles: ['bold'] },
        { text: `  ${answer.text}`, styles: isChosen ? ['cyan'] : [] },
      ];
      if (isChosen && this.#isTyping) {
        const words = this.#editor.picture(columns, { prompt: [...cut(label, Math.floor(columns / 2)), { text: ' ' }] });
        if (words.cursor !== undefined) cursor = { ...words.cursor, row: words.cursor.row + lines.length };
        lines.push(...words.lines);
      } else lines.push(...wrapped(label, columns));
    }
    return { lines, cursor };
  }

  #pressKey(key: Key): 'moved' | 'taken' | 'left' | undefined {
    if (key.kind !== 'key' || key.alt) return undefined;
    if (key.name === 'escape') return 'left';
    if (key.name === 'enter' && !key.ctrl) return this.#take();
    if (key.name === 'up' || (key.name === 'p' && key.ctrl)) return this.#move(-1);
    if (key.name === 'down' || (key.name === 'n' && key.ctrl)) return this.#move(1);
    const keys = this.#answers.map((answer) => answer.key);
    const at = Math.max(keys.indexOf(key.text), keys.indexOf(key.text.toLowerCase()));
    if (at === -1) return undefined;
    this.#at = keys.includes(key.text) ? keys.indexOf(key.text) : at;
    return this.#take();
  }

  /** Escape leaves the words and stays in the menu. */
  #pressWords(key: Key): 'moved' | 'taken' | undefined {
    if (this.#editor.press(key)) return 'moved';
    if (key.kind !== 'key') return undefined;
    if (key.name === 'enter') return 'taken';
    if (key.name !== 'escape') return undefined;
    this.#isTyping = false;
    return 'moved';
  }

  #take(): 'moved' | 'taken' {
    if (this.#answers[this.#at]?.takesWords !== true) return 'taken';
    this.#isTyping = true;
    return 'moved';
  }

  #move(by: number): 'moved' {
    const count = this.#answers.length;
    this.#at = (this.#at + by + count) % Math.max(1, count);
    return 'moved';
  }
}

function wrapped(label: Line, columns: number): readonly Line[] {
  const lines = wrap(label, columns, { indent: INDENT });
  return lines.length <= MOST_ROWS ? lines : [...lines.slice(0, MOST_ROWS - 1), [{ text: `${' '.repeat(INDENT)}…` }]];
}
