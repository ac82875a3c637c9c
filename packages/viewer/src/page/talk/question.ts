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

/** A call that waits for a person: the input that would run, the reason of the question, and the answers. */
export function Question({ ask, run, isBusy, onAnswer }: QuestionProps) {
  const { tool, reason, rule, at, questions, from } = ask;
  const input = typeof ask.input === 'string' ? parsed(ask.input) : ask.input;
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
    from === undefined ? h(Answers, { ask, isBusy, onAnswer }) : h(Elsewhere, { run, call: ask.call, people: Object.keys(from) }),
  );
}

/** The command with which certain people answer: a page has no key to sign with. */
function Elsewhere({ run, call, people }: { readonly run: string; readonly call: string; readonly people: readonly string[] }) {
  const address = `${location.origin}${location.pathname}runs/${run}`;
  return h(
    'p',
    { class: 'warning' },
    `Only ${people.map(plainLine).join(' or ')} may answer, with a key: `,
    h('code', null, `loadout approve ${address} ${plainLine(call)} --key FILE`),
  );
}

function Answers({ ask, isBusy, onAnswer }: Omit<QuestionProps, 'run'>) {
  const [message, setMessage] = useState('');
  const [texts, setTexts] = useState<readonly string[]>([]);
  const { call, rules = [], questions } = ask;
  const give = (answer: Omit<Answer, 'call'>) => !isBusy && void onAnswer({ call, ...answer });
  const words = message.trim() === '' ? {} : { message: message.trim() };
  const allow = { behavior: 'allow', ...(questions && { texts: filled(questions.length, texts) }) } as const;
  return h(
    'div',
    { class: 'buttons' },
    questions?.map((one, index) =>
      h(Asked, {
        ...one,
        text: texts[index] ?? '',
        onText: (text) => setTexts(filled(questions.length, texts).with(index, text)),
      }),
    ),
    h(
      'button',
      { class: 'primary', 'aria-disabled': isBusy, onClick: () => give(allow) },
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
  );
}

interface AskedProps {
  readonly question: string;
  readonly choices: readonly string[];
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** A question of the model, whose choices are suggestions. */
function Asked({ question, choices, text, onText }: AskedProps) {
  return h(
    'label',
    { class: 'asked' },
    plainLine(question),
    choices.length === 0 ? '' : ` (${choices.map(plainLine).join(', ')}) `,
    h('input', { value: text, onInput: (event: Event) => onText((event.target as HTMLInputElement).value) }),
  );
}

const filled = (length: number, texts: readonly string[]): string[] => Array.from({ length }, (_, at) => texts[at] ?? '');

/** An engine tells the input as JSON, cut for display. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
