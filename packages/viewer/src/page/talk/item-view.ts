import { h } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { callFiles } from '../../build/call-files.js';
import { DecisionBox } from '../details/decision-box.js';
import { Facts } from '../details/facts.js';
import { FileDiff } from '../files/file-diff.js';
import { duration } from '../text/format.js';
import { LongTextBlock } from '../text/long-text-block.js';
import { plainLine, ShownText } from '../text/shown-text.js';
import type { CallItem, EndItem, Item, TextItem } from './feed/item.js';
import { InputBlock } from './input-block.js';

/** One part of the conversation. */
export function ItemView({ item }: { readonly item: Item }) {
  if (item.kind === 'prompt')
    return h(
      'article',
      { class: 'said you' },
      h('h2', null, 'You'),
      h('div', { class: 'words' }, h(ShownText, { text: item.text })),
    );
  if (item.kind === 'thinking')
    return h('details', { class: 'thinking' }, h('summary', null, 'Thinking'), h(Pieces, { pieces: item.pieces }));
  if (item.kind === 'call') return h(Call, { call: item });
  if (item.kind === 'end') return h(End, { end: item });
  if (item.kind === 'note') return h('p', { class: 'quiet note' }, plainLine(item.text));
  return h(Words, { item });
}

const named = (under: readonly string[]): string => (under.length === 0 ? 'Agent' : under.map(plainLine).join(' / '));

function Words({ item }: { readonly item: TextItem }) {
  return h('article', { class: 'said' }, h('h2', null, named(item.under)), h(Pieces, { pieces: item.pieces }));
}

const Pieces = ({ pieces }: { readonly pieces: readonly string[] }) =>
  h(
    'div',
    { class: 'words' },
    pieces.map((text, index) => h(Piece, { key: index, text })),
  );

const Piece = ({ text }: { readonly text: string }) => useMemo(() => h(ShownText, { text }), [text]);

const SIGNS: Readonly<Record<CallItem['state'], readonly [sign: string, words: string, tone: string]>> = {
  running: ['◉', 'running', 'accent'],
  done: ['●', 'done', 'good'],
  failed: ['✗', 'failed', 'bad'],
  denied: ['⊘', 'denied', 'bad'],
  refused: ['✗', 'refused', 'bad'],
  interrupted: ['✗', 'interrupted', 'warn'],
  deferred: ['◐', 'waits for you', 'warn'],
};

/** A call in one line; opened, all that is known of it. A call that was denied is open, because a reader comes for it. */
function Call({ call }: { readonly call: CallItem }) {
  const { tool, title, state, decision, input, result, durationMs, under } = call;
  const [isOpen, setOpen] = useState<boolean | undefined>();
  const [sign, words, tone] = SIGNS[state];
  const isShown = isOpen ?? state === 'denied';
  return h(
    'details',
    { class: 'call', open: isShown, onToggle: (event: Event) => setOpen((event.target as HTMLDetailsElement).open) },
    h(
      'summary',
      null,
      h('span', { class: `sign tone-${tone}` }, sign),
      ` ${words} `,
      h('b', null, plainLine(tool)),
      ' ',
      h('code', null, plainLine(title)),
      h('span', { class: 'quiet' }, ` ${under.length === 0 ? '' : named(under)} ${duration(durationMs)}`),
    ),
    isShown
      ? h(
          'div',
          null,
          decision === undefined ? null : h(DecisionBox, { call, decision }),
          h(InputBlock, { tool, input }),
          state === 'done' ? callFiles({ id: 0, tool, input, cwd: undefined }).map((file) => h(FileDiff, { file })) : null,
          // The decision has the words of a refusal.
          result === undefined || state === 'denied' ? null : h(LongTextBlock, { label: 'Result', text: { head: result } }),
        )
      : null,
  );
}

const GOOD: readonly string[] = ['success', 'stopped'];

function End({ end: { outcome, facts, problem } }: { readonly end: EndItem }) {
  const isGood = GOOD.includes(outcome);
  return h(
    'section',
    { class: 'end', 'aria-label': 'End of the run' },
    h('span', { class: `outcome ${isGood ? 'good' : 'bad'}` }, `${isGood ? '●' : '✗'} ${plainLine(outcome)}`),
    h(Facts, { facts }),
    problem === undefined ? null : h('p', { class: 'warning' }, plainLine(problem)),
  );
}
