import { h } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { FileChange } from '../../model/trajectory.js';
import { count } from '../text/format.js';
import { plainLine } from '../text/shown-text.js';
import { hunksOf } from './hunks.js';

/** The lines of a difference that are shown at first. */
const AT_FIRST = 600;

/** The difference of one file. A line begins with + or -, so that colour is not needed. */
export function FileDiff({ file }: { readonly file: FileChange }) {
  const hunks = useMemo(() => hunksOf(file), [file]);
  const [isWhole, setWhole] = useState(false);
  const lines = hunks ?? [];
  const number = (kind: string) => lines.filter((line) => line.kind === kind).length;
  const path = plainLine(file.path);
  return h(
    'div',
    { class: 'block diff', role: 'group', 'aria-label': `Changes of ${path}` },
    h(
      'h3',
      null,
      h('code', null, path),
      ' ',
      h(
        'span',
        { class: 'quiet' },
        `${plainLine(file.change)}${hunks === undefined ? '' : `, +${number('added')} −${number('removed')}`}`,
      ),
    ),
    file.note === undefined ? null : h('p', { class: 'quiet' }, plainLine(file.note)),
    hunks === undefined && file.note === undefined ? h('p', { class: 'quiet' }, 'The texts are missing or too different.') : null,
    lines.length === 0
      ? null
      : h(
          'pre',
          { tabIndex: 0, 'aria-label': `Changed lines of ${path}` },
          lines
            .slice(0, isWhole ? undefined : AT_FIRST)
            .map(({ kind, text }) => h('span', { class: `line ${kind}` }, `${plainLine(text)}\n`)),
        ),
    lines.length > AT_FIRST && !isWhole
      ? h('button', { onClick: () => setWhole(true) }, `Show ${count(lines.length - AT_FIRST)} more lines`)
      : null,
  );
}
