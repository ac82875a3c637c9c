import { h } from 'preact';
import { useState } from 'preact/hooks';
import type { LongText } from '../../model/content.js';
import { count } from './format.js';
import { ShownText } from './shown-text.js';

/** The characters that are shown before a reader asks for more: a long text costs a browser seconds. */
const AT_FIRST = 20_000;

/** A long text in a box, with a line for the part that the record does not have. */
export function LongTextBlock({ label, text }: { readonly label: string; readonly text: LongText | undefined }) {
  const [isWhole, setWhole] = useState(false);
  if (text === undefined) return null;
  const hidden = isWhole ? 0 : Math.max(0, text.head.length - AT_FIRST);
  return h(
    'section',
    { class: 'block' },
    h('h3', null, label),
    h(
      'pre',
      { tabIndex: 0, 'aria-label': label },
      h(ShownText, { text: hidden > 0 ? text.head.slice(0, AT_FIRST) : text.head }),
      text.cut === undefined || text.cut === 0
        ? null
        : h('span', { class: 'cut' }, `\n… ${count(text.cut)} characters left out …\n`),
      text.tail === undefined ? null : h(ShownText, { text: text.tail }),
    ),
    hidden > 0 ? h('button', { onClick: () => setWhole(true) }, `Show ${count(hidden)} more characters`) : null,
  );
}
