import { h } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Guarded } from '../guarded.js';
import { count } from '../text/format.js';
import type { Item } from './feed/item.js';
import { ItemView } from './item-view.js';

/** The parts that are shown at first: a browser needs seconds for thousands. */
const AT_FIRST = 200;
/** The distance to the end within which a reader follows it. */
const NEAR = 80;

interface TranscriptProps {
  readonly items: readonly Item[];
  /** Whether more parts come: of a run under way, or of a session that is being read. */
  readonly isGrowing: boolean;
}

/** The conversation. Its end is followed unless the reader has scrolled away. */
export function Transcript({ items, isGrowing }: TranscriptProps) {
  const [most, setMost] = useState(AT_FIRST);
  const box = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  });
  const onScroll = () => {
    const element = box.current;
    if (element !== null) isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
  };
  const hidden = Math.max(0, items.length - most);
  return h(
    'section',
    { class: 'transcript', ref: box, onScroll, tabIndex: 0, 'aria-label': 'Conversation', 'aria-busy': isGrowing },
    items.length === 0 ? h('p', { class: 'nothing' }, 'Write a prompt to begin.') : null,
    hidden === 0
      ? null
      : h('button', { onClick: () => setMost(most + AT_FIRST) }, `Show ${count(Math.min(hidden, AT_FIRST))} earlier parts`),
    items.slice(hidden).map((item) => h(Kept, { key: item.key, item })),
  );
}

/** A part that has not changed is not drawn again. */
function Kept({ item }: { readonly item: Item }) {
  return useMemo(() => h(Guarded, null, h(ItemView, { item })), [item]);
}
