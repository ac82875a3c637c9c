import type { Key } from '../input/key.js';
import type { Block, Picture } from '../text/line.js';

/** A question on the screen. It answers itself by what it was made with. */
export interface OpenQuestion {
  /** The question itself. Whoever draws it sees to it that all of it can be read. */
  readonly head: Block;
  /** The answers, below the head. */
  picture(columns: number): Picture;
  /** Takes a key that is for the question. */
  press(key: Key): void;
}

/** Makes a question. `answer` settles it; only the first call counts. */
export type MakeQuestion<T> = (answer: (value: T) => void) => OpenQuestion;
