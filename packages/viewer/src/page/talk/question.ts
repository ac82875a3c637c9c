import { h } from 'preact';
import { useState } from 'preact/hooks';
import { callFiles } from '../../build/call-files.js';
import { FileDiff } from '../files/file-diff.js';
import { plainLine } from '../text/shown-text.js';
import type { Answer, OpenAsk } from './api.js';
import { InputBlock } from './input-block.js';

interface QuestionProps {
  readonly ask: OpenAsk;
  readonly run: string;
  readonly isBusy: boolean;
  readonly onAnswer: (answer: Answer) => Promise<boolean>;
}

/** A call that waits for a person: what would run, why it is asked about, and the answers. */
export function Question({ ask, run, isBusy, onAnswer }: QuestionProps) {
  const [message, setMessage] = useState('');
  const [texts, setTexts] = useState<readonly string[]>([]);
  const { call, tool, reason, rule, at, rules = [], questions, from } = ask;
  const input = typeof ask.input === 'string' ? parsed(ask.input) : ask.input;
  const give = (answer: Omit<Answer, 'call'>) => !isBusy && void onAnswer({ call, ...answer });
  const words = message.trim() === '' ? {} : { message: message.trim() };
  const title = questions === undefined ? `${plainLine(tool)} wants to run` : 'The agent asks';
  return h(
    'section',
    { class: 'question', 'aria-label': title },
    h('h2', null, `◐ ${title}`),
    questions === undefined ? h(InputBlock, { tool, input }) : null,
    callFiles({ id: 0, tool, input, cwd: undefined }).map((file) => h(FileDiff, { file })),
    h('p', null, plainLine(reason)),
    rule === undefined
      ? null
      : h('p', null, 'Rule ', h('code', null, plainLine(rule)), at === undefined ? '' : ` at ${plainLine(at)}`),
    questions?.map((one, index) =>
      h(
        'label',
        { class: 'asked' },
        plainLine(one.question),
        one.choices.length === 0 ? '' : ` (${one.choices.map(plainLine).join(', ')})`,
        h('input', {
          value: texts[index] ?? '',
          onInput: (event: Event) =>
            setTexts(put(questions.length, texts, { index, text: (event.target as HTMLInputElement).value })),
        }),
      ),
    ),
    from === undefined
      ? null
      : h(
          'p',
          { class: 'warning' },
          `Only ${Object.keys(from).map(plainLine).join(' or ')} may answer, with a key: `,
          h('code', null, `loadout approve ${location.origin}${location.pathname}runs/${run} ${plainLine(call)} --key FILE`),
        ),
    from !== undefined
      ? null
      : h(
          'div',
          { class: 'buttons' },
          h(
            'button',
            {
              class: 'primary',
              'aria-disabled': isBusy,
              onClick: () => give({ behavior: 'allow', ...(questions && { texts }) }),
            },
            questions === undefined ? 'Allow once' : 'Answer',
          ),
          rules.length === 0
            ? null
            : h(
                'button',
                { 'aria-disabled': isBusy, onClick: () => give({ behavior: 'allow', always: true }) },
                'Allow in this session: ',
                h('code', null, rules.map(plainLine).join(', ')),
              ),
          h('button', { 'aria-disabled': isBusy, onClick: () => give({ behavior: 'deny', ...words }) }, 'Deny'),
          h(
            'label',
            { class: 'why' },
            'Words for the model, if you deny ',
            h('input', { value: message, onInput: (event: Event) => setMessage((event.target as HTMLInputElement).value) }),
          ),
        ),
  );
}

/** An engine tells the input as JSON, cut for display. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const put = (
  length: number,
  texts: readonly string[],
  { index, text }: { readonly index: number; readonly text: string },
): readonly string[] => Array.from({ length }, (_, at) => (at === index ? text : (texts[at] ?? '')));
