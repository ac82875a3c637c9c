import { Editor } from '../input/editor.js';
import { cut } from '../text/cut.js';
import type { Block } from '../text/line.js';
import { said } from '../text/said.js';
import type { MakeQuestion } from './open-question.js';

interface TextQuestion<T> {
  readonly head: Block;
  /** Reads what was typed: the answer, or what is wrong with it. */
  readonly read: (text: string) => { readonly value: T } | { readonly problem: string };
  /** The answer of a person who presses Escape. */
  readonly left: T;
}

/** A question that is answered with a line of text. */
export const textQuestion =
  <T>({ head, read, left }: TextQuestion<T>): MakeQuestion<T> =>
  (answer) => {
    const editor = new Editor();
    let problem = '';
    return {
      head,
      picture: (columns) => {
        const typed = editor.picture(columns, { prompt: [said('? ', 'cyan')] });
        return problem === '' ? typed : { ...typed, lines: [...typed.lines, cut([said(problem, 'yellow')], columns)] };
      },
      press: (key) => {
        if (editor.press(key) || key.kind !== 'key') return;
        if (key.name === 'escape') return answer(left);
        if (key.name !== 'enter') return;
        const found = read(editor.text);
        if ('value' in found) answer(found.value);
        else problem = found.problem;
      },
    };
  };
