import { type Answer, type Answered, QuestionMenu } from '../menu/question-menu.js';
import type { Block } from '../text/line.js';
import type { MakeQuestion } from './open-question.js';

interface MenuQuestion<T> {
  readonly head: Block;
  readonly answers: readonly Answer<T>[];
  /** The answer of a person who presses Escape. */
  readonly left: Answered<T>;
  /** The answer of Enter without an arrow. Default: the first. */
  readonly begin?: number | undefined;
}

/** A question with answers of one key each. */
export const menuQuestion =
  <T>({ head, answers, left, begin }: MenuQuestion<T>): MakeQuestion<Answered<T>> =>
  (answer) => {
    const menu = new QuestionMenu({ answers, begin });
    let isTaken = false;
    return {
      head,
      picture: (columns) => menu.picture(columns),
      press: (key) => {
        const pressed = isTaken ? undefined : menu.press(key);
        isTaken ||= pressed === 'left' || pressed === 'taken';
        if (pressed === 'left') answer(left);
        if (pressed === 'taken' && menu.chosen !== undefined) answer(menu.chosen);
      },
    };
  };
