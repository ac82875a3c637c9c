import { readChoice } from '@loadout/command/chat';
import type { UserQuestion } from '@loadout/core';
import { visibleText } from '@loadout/core/run';
import { Editor } from '../input/editor.js';
import type { Answer } from '../menu/question-menu.js';
import { cut } from '../text/cut.js';
import type { Block } from '../text/line.js';
import { said, saidBlock, stacked } from '../text/said.js';
import { menuQuestion } from './menu-question.js';
import type { MakeQuestion } from './open-question.js';

/** The answer to one question. `words`: why the person declines, if they said so. */
export type UserAnswer = { readonly text: string } | { readonly declined: true; readonly words: string };

const DECLINED: UserAnswer = { declined: true, words: '' };
/** More choices have no key of their own. */
const MOST_KEYS = 9;

/** A question of the model: choices by number, an answer of one's own, or none. `nothing`: the effect of declining. */
export function userQuestion(question: UserQuestion, { nothing }: { readonly nothing: string }): MakeQuestion<UserAnswer> {
  const { options, multiSelect } = question;
  if (multiSelect || options.length === 0 || options.length > MOST_KEYS) return typedAnswer(question, { nothing });
  const answers: readonly Answer<string | undefined>[] = [
    ...options.map(({ label, description }, index) => ({
      key: String(index + 1),
      text: description === '' ? flat(label) : `${flat(label)} - ${flat(description)}`,
      value: label,
    })),
    { key: 'o', text: 'another answer', value: '', takesWords: true },
    { key: 'n', text: `none; ${nothing}`, value: undefined, takesWords: true },
  ];
  const make = menuQuestion({ head: headOf(question, []), answers, left: { value: undefined, words: '' } });
  return (answer) =>
    make(({ value, words }) => {
      if (value === undefined || (value === '' && words === '')) answer({ declined: true, words });
      else answer({ text: value === '' ? words : value });
    });
}

function typedAnswer(question: UserQuestion, { nothing }: { readonly nothing: string }): MakeQuestion<UserAnswer> {
  const { options, multiSelect } = question;
  const numbers = multiSelect ? 'numbers, such as 1,2' : 'a number';
  const how = options.length === 0 ? 'Type your answer' : `Type ${numbers}, or your own answer`;
  return textQuestion<UserAnswer>({
    head: headOf(question, [
      ...options.map(({ label, description }, index) =>
        saidBlock(`  ${index + 1}. ${flat(label)}${description === '' ? '' : ` - ${flat(description)}`}`),
      ),
      saidBlock(`${how}; an empty line ${nothing}.`, 'dim'),
    ]),
    read: (text) => {
      const choice = readChoice(text, question);
      if (choice.kind === 'unclear') return { problem: choice.problem };
      return { value: choice.kind === 'declined' ? DECLINED : { text: choice.text } };
    },
    left: DECLINED,
  });
}

const headOf = ({ header, question, options }: UserQuestion, more: readonly Block[]): Block =>
  stacked(
    saidBlock(`[${flat(header)}] ${flat(question)}`, 'bold'),
    ...options.flatMap(({ label, preview }) =>
      preview === undefined
        ? []
        : [saidBlock(`${flat(label)}:`, 'dim'), ...visibleText(preview).lines.map((line) => saidBlock(`  │ ${line}`, 'dim'))],
    ),
    ...more,
  );

const flat = (text: string) => visibleText(text).lines.join(' ');

interface TextQuestion<T> {
  readonly head: Block;
  /** Reads what was typed: the answer, or what is wrong with it. */
  readonly read: (text: string) => { readonly value: T } | { readonly problem: string };
  /** The answer of a person who presses Escape. */
  readonly left: T;
}

/** A question that is answered with a line of text. */
const textQuestion =
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
