import { h } from 'preact';
import type { Head } from '../model/trajectory.js';
import type { Recordings } from './data/recording.js';
import { Facts } from './details/facts.js';
import { count, dollars, duration, moment, tokens } from './text/format.js';
import { plainLine } from './text/shown-text.js';

interface HeaderProps {
  readonly head: Head;
  readonly exported: Recordings['exported'];
  /** Absent: the recording is complete. */
  readonly live: 'live' | 'reconnecting' | undefined;
}

const GOOD: readonly string[] = ['success', 'running'];

/** The run as a whole: its agent, its end and its totals. */
export function Header({ head, exported, live }: HeaderProps) {
  const isGood = GOOD.includes(head.outcome);
  return h(
    'header',
    { class: 'head' },
    h(
      'div',
      { class: 'head-line' },
      h('h1', null, plainLine(head.agent)),
      h(
        'span',
        { class: `outcome ${isGood ? 'good' : 'bad'}` },
        `${isGood ? '●' : '✗'} ${plainLine(head.outcome)}${head.totals.denied === 0 ? '' : `, ${count(head.totals.denied)} denied`}`,
      ),
      live === undefined ? null : h('span', { class: 'live', role: 'status' }, live === 'live' ? '◉ live' : '◌ reconnecting'),
      h(
        'span',
        { class: 'quiet head-id' },
        `${plainLine(head.models.join(', '))}  ${plainLine(head.id)}  ${moment(head.startedAt)}`,
      ),
    ),
    h(Facts, { facts: totalsOf(head) }),
    head.notes.length === 0
      ? null
      : h(
          'ul',
          { class: 'notes' },
          head.notes.slice(0, 12).map((note) => h('li', null, plainLine(note))),
        ),
    exported === undefined ? null : h('p', { class: 'quiet exported' }, exportedText(exported)),
  );
}

const totalsOf = ({ totals }: Head) =>
  [
    ['Time', duration(totals.durationMs)],
    ['Cost', totals.usd === undefined ? '' : dollars(totals.usd)],
    ['Turns', count(totals.turns)],
    ['Calls', count(totals.calls)],
    ['Failed', totals.failed === 0 ? '' : `✗ ${count(totals.failed)}`],
    ['Spilled', totals.spilled === 0 ? '' : count(totals.spilled)],
    ['Input', tokens(totals.inputTokens)],
    ['Output', tokens(totals.outputTokens)],
    ['Cache read', tokens(totals.cacheReadTokens)],
    ['Cache write', tokens(totals.cacheWriteTokens)],
  ] as const;

function exportedText({ at, redacted }: NonNullable<Recordings['exported']>): string {
  const removed = redacted.length === 0 ? 'nothing was taken out' : `taken out: ${redacted.map(plainLine).join(', ')}`;
  return `Exported ${moment(at)}; ${removed}.`;
}
