import { h } from 'preact';
import { useState } from 'preact/hooks';
import type { CallNode, Trajectory } from '../../model/trajectory.js';
import type { Recording } from '../data/recording.js';
import { placeText } from '../details/place-text.js';
import { TableHead } from '../table-head.js';
import { counted } from '../text/format.js';
import { plainLine } from '../text/shown-text.js';
import { testRows } from './test-rows.js';

/** The decisions that are listed and copied at most. */
const MOST = 500;

interface PermissionsTabProps {
  readonly recording: Recording;
  readonly trajectory: Trajectory;
  readonly onSelect: (id: number) => void;
}

/** All decisions, and the button that makes tests of them. */
export function PermissionsTab({ recording, trajectory, onSelect }: PermissionsTabProps) {
  const calls = trajectory.nodes.filter((node): node is CallNode => node.kind === 'call' && node.decision !== undefined);
  const [copied, setCopied] = useState<{ readonly text: string; readonly note: string } | undefined>();
  if (calls.length === 0) return h('p', { class: 'nothing' }, 'The record has no decisions.');
  const copy = async () => {
    const first = firstOfEach(calls).slice(0, MOST);
    const decided = await Promise.all(first.map(async (call) => ({ call, contents: await recording.contents(call.id) })));
    const { text, rows, leftOut } = testRows(decided, trajectory.head.permissionMode);
    // A page from disk may not write to the clipboard everywhere, so the text is shown too.
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    const missing = leftOut === 0 ? '' : ` ${counted(leftOut, 'call')} without a row: a hook decided, or the input is cut.`;
    setCopied({ text, note: `${counted(rows, 'row')}${isCopied ? ' copied' : ' to copy'}.${missing}` });
  };
  return h(
    'div',
    { class: 'permissions' },
    h('h2', null, 'Permissions'),
    h(
      'p',
      null,
      h('button', { class: 'primary', onClick: () => void copy() }, 'Copy as tests'),
      ' ',
      h('span', { role: 'status', class: 'quiet' }, copied?.note ?? ''),
    ),
    copied === undefined ? null : h('textarea', { readOnly: true, rows: 8, 'aria-label': 'Rows for tests', value: copied.text }),
    h(DecisionTable, { calls, onSelect }),
    calls.length > MOST ? h('p', { class: 'quiet' }, `The first ${MOST} of ${counted(calls.length, 'decision')}.`) : null,
  );
}

const firstOfEach = (calls: readonly CallNode[]): CallNode[] => [
  ...new Map(calls.map((call) => [`${call.agent.join('/')} ${call.hash}`, call])).values(),
];

function DecisionTable({ calls, onSelect }: { calls: readonly CallNode[]; onSelect: (id: number) => void }) {
  return h(
    'div',
    { class: 'table-box', tabIndex: 0, role: 'region', 'aria-label': 'Decisions' },
    h(
      'table',
      null,
      h(TableHead, { names: ['', 'Call', 'By', 'Rule', 'Place'] }),
      h(
        'tbody',
        null,
        calls.slice(0, MOST).map((call) => h(DecisionRow, { call, onSelect })),
      ),
    ),
  );
}

function DecisionRow({ call, onSelect }: { call: CallNode; onSelect: (id: number) => void }) {
  const { decision, tool, title, id } = call;
  const isDenied = decision?.effect === 'deny';
  return h(
    'tr',
    null,
    h(
      'td',
      null,
      h('span', { class: `sign tone-${isDenied ? 'bad' : 'good'}` }, isDenied ? '⊘' : '●'),
      h('span', { class: 'sr' }, isDenied ? 'denied' : 'allowed'),
    ),
    h(
      'th',
      { scope: 'row' },
      h('button', { class: 'link', onClick: () => onSelect(id) }, `${plainLine(tool)} ${plainLine(title).slice(0, 90)}`),
    ),
    h('td', null, plainLine(decision?.by)),
    h('td', null, decision?.rule === undefined ? '' : h('code', null, plainLine(decision.rule))),
    h('td', null, placeText(decision?.place)),
  );
}
