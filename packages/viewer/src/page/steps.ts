import { h } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Trajectory } from '../model/trajectory.js';
import type { Recording } from './data/recording.js';
import { FilterBar } from './tree/filter-bar.js';
import { type Filters, fittingNodes } from './tree/filters.js';
import type { Forest } from './tree/forest.js';
import { Tree } from './tree/tree.js';
import { visibleRows } from './tree/visible-rows.js';

interface StepsProps {
  readonly recording: Recording;
  readonly trajectory: Trajectory;
  readonly forest: Forest;
  readonly filters: Filters;
  readonly selected: number | undefined;
  readonly isPrinting: boolean;
  readonly onFilter: (filters: Filters) => void;
  readonly onSelect: (id: number) => void;
}

/** The tree with its search and filters. */
export function Steps({ recording, trajectory, forest, filters, selected, isPrinting, onFilter, onSelect }: StepsProps) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set<number>());
  const { found, more } = useFound(recording, filters.text);
  const fitting = useMemo(() => fittingNodes(trajectory.nodes, filters, found), [trajectory.nodes, filters, found]);
  const rows = useMemo(() => visibleRows(forest, { closed, fitting }), [forest, closed, fitting]);
  const onToggle = (id: number, isOpen: boolean) => {
    const next = new Set(closed);
    if (isOpen) next.delete(id);
    else next.add(id);
    setClosed(next);
  };
  return h(
    'section',
    { class: 'steps', 'aria-label': 'Steps' },
    h(FilterBar, { nodes: trajectory.nodes, filters, shown: fitting?.size ?? trajectory.nodes.length, onChange: onFilter }),
    more ? h('p', { class: 'quiet' }, 'More contents have the text.') : null,
    h(Tree, { rows, selected, isPrinting, onSelect, onToggle }),
  );
}

const NOTHING: ReadonlySet<number> = new Set();
/** The pause after the last key before contents are searched. */
const PAUSE = 200;

/** The nodes whose contents have the text. A failed search leaves the titles. */
function useFound(recording: Recording, text: string): { readonly found: ReadonlySet<number>; readonly more: boolean } {
  const [result, setResult] = useState({ found: NOTHING, more: false });
  useEffect(() => {
    let isCurrent = true;
    setResult({ found: NOTHING, more: false });
    if (text.length < 2) return;
    const timer = setTimeout(() => {
      recording.search(text).then(
        ({ ids, more }) => isCurrent && setResult({ found: new Set(ids), more }),
        () => isCurrent && setResult({ found: NOTHING, more: true }),
      );
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [recording, text]);
  return result;
}
