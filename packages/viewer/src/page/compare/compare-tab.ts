import { h } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { CallNode, Totals, Trajectory } from '../../model/trajectory.js';
import { TableHead } from '../table-head.js';
import { counted, dollars, duration, tokens } from '../text/format.js';
import { plainLine } from '../text/shown-text.js';
import { signOf } from '../tree/sign.js';
import { alignCalls, type Shown, withoutLongEqual } from './align.js';

interface CompareProps {
  readonly left: Trajectory;
  readonly right: Trajectory;
  /** Selects a step of recording 0 or 1. */
  readonly onSelect: (recording: number, id: number) => void;
}

const AT_ONCE = 300;

/** Two recordings side by side: their totals, and their calls up to and behind the first difference. */
export function CompareTab({ left, right, onSelect }: CompareProps) {
  const pairs = useMemo(() => alignCalls(left.nodes, right.nodes), [left, right]);
  const shown = useMemo(() => withoutLongEqual(pairs), [pairs]);
  const [most, setMost] = useState(AT_ONCE);
  const first = pairs.findIndex(({ difference }) => difference !== 'none');
  return h(
    'div',
    { class: 'compare' },
    h('h2', null, 'Compare'),
    h(TotalsTable, { left, right }),
    h(
      'p',
      { role: 'status' },
      first === -1
        ? `All ${counted(pairs.length, 'call')} are the same.`
        : `The first difference is at call ${first + 1} of ${pairs.length}.`,
    ),
    h(
      'div',
      { class: 'table-box', tabIndex: 0, role: 'region', 'aria-label': 'Calls side by side' },
      h(
        'table',
        { class: 'pairs' },
        h(TableHead, { names: ['Call', nameOf(left, 'A'), nameOf(right, 'B')] }),
        h(
          'tbody',
          null,
          shown.slice(0, most).map((one) => h(PairRow, { one, isFirst: 'index' in one && one.index === first, onSelect })),
        ),
      ),
    ),
    shown.length > most ? h('button', { onClick: () => setMost(most + AT_ONCE) }, 'Show more') : null,
  );
}

const nameOf = ({ head }: Trajectory, letter: string): string =>
  `${letter}: ${plainLine(head.agent)} ${plainLine(head.id).slice(0, 24)}`;

function PairRow({ one, isFirst, onSelect }: { one: Shown; isFirst: boolean; onSelect: CompareProps['onSelect'] }) {
  if ('same' in one)
    return h('tr', { class: 'same' }, h('td', { colSpan: 3 }, `… ${counted(one.same, 'call')} the same on both sides …`));
  const { pair, index } = one;
  const words = { none: '', end: ' ≠ another end', call: ' ≠' }[pair.difference];
  return h(
    'tr',
    { class: `pair-${pair.difference}${isFirst ? ' first' : ''}` },
    h('th', { scope: 'row' }, `${index + 1}${words}`, isFirst ? h('span', { class: 'first-mark' }, ' ◀ first difference') : null),
    [pair.left, pair.right].map((call, recording) =>
      h('td', null, h(CallCell, { call, onSelect: (id) => onSelect(recording, id) })),
    ),
  );
}

function CallCell({ call, onSelect }: { call: CallNode | undefined; onSelect: (id: number) => void }) {
  if (call === undefined) return h('span', { class: 'quiet' }, 'no such call');
  const { sign, words, tone } = signOf(call);
  return h(
    'span',
    null,
    h('span', { class: `sign tone-${tone}` }, sign),
    h('span', { class: 'sr' }, words),
    ' ',
    h(
      'button',
      { class: 'link', onClick: () => onSelect(call.id) },
      `${plainLine(call.tool)} ${plainLine(call.title).slice(0, 120)}`,
    ),
  );
}

const ROWS: readonly (readonly [string, (totals: Totals) => string])[] = [
  ['Turns', ({ turns }) => String(turns)],
  ['Calls', ({ calls }) => String(calls)],
  ['Denied', ({ denied }) => String(denied)],
  ['Failed', ({ failed }) => String(failed)],
  ['Input tokens', ({ inputTokens }) => tokens(inputTokens)],
  ['Output tokens', ({ outputTokens }) => tokens(outputTokens)],
  ['Cache read', ({ cacheReadTokens }) => tokens(cacheReadTokens)],
  ['Cost', ({ usd }) => dollars(usd)],
  ['Time', ({ durationMs }) => duration(durationMs)],
];

function TotalsTable({ left, right }: Pick<CompareProps, 'left' | 'right'>) {
  return h(
    'table',
    { class: 'totals-table' },
    h(TableHead, { names: ['Total', 'A', 'B'] }),
    h(
      'tbody',
      null,
      [
        ['Outcome', plainLine(left.head.outcome), plainLine(right.head.outcome)],
        ...ROWS.map(([name, of]) => [name, of(left.head.totals), of(right.head.totals)]),
      ].map(([name, a, b]) =>
        h(
          'tr',
          { class: a === b ? '' : 'differs' },
          h('th', { scope: 'row' }, name),
          h('td', { class: 'number' }, a),
          h('td', { class: 'number' }, a === b ? b : `${b} ≠`),
        ),
      ),
    ),
  );
}
