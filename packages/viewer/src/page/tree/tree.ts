import { h } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { duration } from '../text/format.js';
import { rowLabel } from './row-label.js';
import { signOf } from './sign.js';
import { stepOf } from './step-of.js';
import type { Row } from './visible-rows.js';

const ROW = 24;
/** Rows that are kept above and below the part that is seen. */
const MARGIN = 12;
/** The rows that a printed page has at most. */
const PRINTED = 2000;

interface TreeProps {
  readonly rows: readonly Row[];
  readonly selected: number | undefined;
  readonly isPrinting: boolean;
  readonly onSelect: (id: number) => void;
  readonly onToggle: (id: number, isOpen: boolean) => void;
}

/** The tree with the rows that are seen, however many there are. Arrow keys, Home and End move the selection. */
export function Tree({ rows, selected, isPrinting, onSelect, onToggle }: TreeProps) {
  const box = useRef<HTMLDivElement>(null);
  const [top, height] = useScroll(box);
  const index = rows.findIndex(({ node }) => node.id === selected);
  useKeptInView(box, { index, selected });
  useTail(box, rows.length);
  const first = isPrinting ? 0 : Math.max(0, Math.min(Math.floor(top / ROW), rows.length - 1) - MARGIN);
  const shown = rows.slice(first, isPrinting ? PRINTED : first + Math.ceil(height / ROW) + 2 * MARGIN);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key, { rows, index, page: Math.max(1, Math.floor(height / ROW) - 1) });
    if (step === undefined) return;
    event.preventDefault();
    if (step.toggle !== undefined) onToggle(step.toggle.id, step.toggle.isOpen);
    if (step.select !== undefined) onSelect(step.select);
  };
  if (rows.length === 0) return h('p', { class: 'nothing' }, 'Nothing fits the filters.');
  return h(
    'div',
    {
      class: 'tree',
      role: 'tree',
      'aria-label': 'Steps of the run',
      tabIndex: 0,
      ref: box,
      onKeyDown,
      ...(shown.some(({ node }) => node.id === selected) ? { 'aria-activedescendant': `row-${selected}` } : {}),
    },
    h(
      'div',
      { class: 'tree-space', role: 'none', style: isPrinting ? {} : { height: `${rows.length * ROW}px` } },
      h(
        'div',
        { class: 'tree-window', role: 'none', style: isPrinting ? {} : { transform: `translateY(${first * ROW}px)` } },
        shown.map((row) => h(TreeRow, { key: row.node.id, row, isSelected: row.node.id === selected, onSelect, onToggle })),
      ),
    ),
  );
}

interface RowProps extends Pick<TreeProps, 'onSelect' | 'onToggle'> {
  readonly row: Row;
  readonly isSelected: boolean;
}

function TreeRow({ row: { node, level, position, siblings, isOpen }, isSelected, onSelect, onToggle }: RowProps) {
  const { sign, words, tone } = signOf(node);
  const { name, title } = rowLabel(node);
  const took =
    node.kind === 'mark' || node.kind === 'prompt' || node.start === undefined || node.end === undefined
      ? ''
      : duration(node.end - node.start);
  return h(
    'div',
    {
      id: `row-${node.id}`,
      class: `row kind-${node.kind}`,
      role: 'treeitem',
      'aria-level': level,
      'aria-posinset': position,
      'aria-setsize': siblings,
      'aria-selected': isSelected,
      ...(isOpen === undefined ? {} : { 'aria-expanded': isOpen }),
      style: { paddingLeft: `${Math.min(level - 1, 12) * 14 + 4}px` },
      onClick: () => onSelect(node.id),
    },
    h(
      'span',
      {
        class: 'twist',
        'aria-hidden': true,
        onClick: (event: Event) => {
          if (isOpen === undefined) return;
          event.stopPropagation();
          onToggle(node.id, !isOpen);
        },
      },
      isOpen === undefined ? '' : isOpen ? '▾' : '▸',
    ),
    h('span', { class: `sign tone-${tone}`, role: 'img', 'aria-label': words }, sign),
    h('span', { class: 'row-name' }, name),
    h('span', { class: 'row-title' }, title),
    h('span', { class: 'row-time' }, took),
  );
}

/** The scroll position and the height of the box, as state. */
function useScroll(box: { readonly current: HTMLDivElement | null }): readonly [number, number] {
  const [view, setView] = useState<readonly [number, number]>([0, 800]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const read = () => setView([element.scrollTop, Math.min(element.clientHeight, 2400)]);
    const sizes = new ResizeObserver(read);
    sizes.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    read();
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [box.current]);
  return view;
}

/** Scrolls to the selected row when another row is selected. */
function useKeptInView(
  box: { readonly current: HTMLDivElement | null },
  { index, selected }: { index: number; selected: number | undefined },
) {
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || index < 0) return;
    const at = index * ROW;
    if (at < element.scrollTop) element.scrollTop = at;
    else if (at + ROW > element.scrollTop + element.clientHeight) element.scrollTop = at + ROW - element.clientHeight;
  }, [selected]);
}

/** Keeps the end in view while rows are added, unless the reader has scrolled away from it. */
function useTail(box: { readonly current: HTMLDivElement | null }, length: number) {
  const before = useRef(length);
  useEffect(() => {
    const element = box.current;
    const wasAtEnd =
      element !== null && element.scrollTop > 0 && element.scrollTop + element.clientHeight >= (before.current - 1) * ROW;
    if (element !== null && length > before.current && wasAtEnd) element.scrollTop = length * ROW;
    before.current = length;
  }, [length]);
}
