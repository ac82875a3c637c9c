import { h } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Trajectory, TreeNode } from '../model/trajectory.js';
import { CompareTab } from './compare/compare-tab.js';
import type { Recording, Recordings } from './data/recording.js';
import { useLive } from './data/use-live.js';
import { Details } from './details/details.js';
import { FilesTab } from './files/files-tab.js';
import { Guarded } from './guarded.js';
import { Header } from './header.js';
import { usePrinting, useSearchKey } from './page-events.js';
import { Steps } from './steps.js';
import { CostTab } from './tabs/cost-tab.js';
import { PermissionsTab } from './tabs/permissions-tab.js';
import { RawTab } from './tabs/raw-tab.js';
import { RulesTab } from './tabs/rules-tab.js';
import { TabList } from './tabs/tab-list.js';
import { plainLine } from './text/shown-text.js';
import { Timeline } from './timeline/timeline.js';
import { type Filters, NO_FILTERS } from './tree/filters.js';
import { type Forest, forestOf } from './tree/forest.js';

type Tab = 'Details' | 'Files' | 'Cost' | 'Permissions' | 'Rules' | 'Compare' | 'Raw';

/** The whole page: one recording at a time, or two compared. */
export function App({ recordings, exported, rules }: Recordings) {
  const { number, tab, setTab, selected, setSelected, filters, setFilters, open, choose } = usePlace(recordings.length);
  const recording = chosen(recordings, number);
  const { trajectory, live } = useLive(recording);
  const isPrinting = usePrinting();
  useSearchKey();
  const forest = useMemo(() => forestOf(trajectory.nodes), [trajectory.nodes]);
  useEffect(() => setSelected((before) => before ?? firstSelected(trajectory.nodes)), [trajectory]);
  const node = selected === undefined ? undefined : forest.byId.get(selected);
  const tabs = tabsOf({ isCompared: recordings.length > 1, hasRules: rules !== undefined });
  const { head, nodes } = trajectory;
  return h(
    'div',
    { class: 'page' },
    h(Header, { head, exported, live }),
    recordings.length > 1 ? h(Switch, { recordings, number, onChoose: choose }) : null,
    h(Timeline, { key: number, nodes, selected, onSelect: open, onZoom: (between) => setFilters({ ...filters, between }) }),
    h(
      'main',
      { class: 'panes' },
      h(Steps, {
        key: number,
        recording,
        trajectory,
        forest,
        filters,
        selected,
        isPrinting,
        onFilter: setFilters,
        onSelect: setSelected,
      }),
      h(Side, {
        recordings,
        recording,
        trajectory,
        forest,
        node,
        tab,
        tabs,
        rules,
        view: tab === 'Details' || tab === 'Raw' ? `${number} ${tab} ${selected}` : `${number} ${tab}`,
        onTab: setTab,
        onOpen: open,
        onChoose: choose,
      }),
    ),
  );
}

function chosen(recordings: Recordings['recordings'], number: number): Recording {
  const recording = recordings[number];
  if (recording === undefined) throw new Error('There is no recording in this page.');
  return recording;
}

/** The recording, the tab, the step and the filters that a reader has chosen. */
function usePlace(recordings: number) {
  const [number, setNumber] = useState(0);
  const [tab, setTab] = useState<Tab>(recordings > 1 ? 'Compare' : 'Details');
  const [selected, setSelected] = useState<number | undefined>();
  const [filters, setFilters] = useState<Filters>(NO_FILTERS);
  const open = (id: number) => {
    setSelected(id);
    setTab('Details');
  };
  const choose = (next: number, id?: number) => {
    setNumber(next);
    setFilters(NO_FILTERS);
    setSelected(id);
    if (id !== undefined) setTab('Details');
  };
  return { number, tab, setTab, selected, setSelected, filters, setFilters, open, choose };
}

const TABS: readonly Tab[] = ['Details', 'Files', 'Cost', 'Permissions'];

const tabsOf = ({ isCompared, hasRules }: { readonly isCompared: boolean; readonly hasRules: boolean }): readonly Tab[] => [
  ...TABS,
  ...(hasRules ? ['Rules' as const] : []),
  ...(isCompared ? ['Compare' as const] : []),
  'Raw',
];

/** The first denied or failed call, because a reader comes for it; else the first node. */
function firstSelected(nodes: Recordings['recordings'][number]['trajectory']['nodes']): number | undefined {
  const bad = nodes.find((node) => node.kind === 'call' && node.state === 'denied');
  return (bad ?? nodes[0])?.id;
}

function Compared({
  recordings,
  onSelect,
}: {
  recordings: Recordings['recordings'];
  onSelect: (recording: number, id: number) => void;
}) {
  const [left, right] = recordings;
  return left === undefined || right === undefined
    ? null
    : h(CompareTab, { left: left.trajectory, right: right.trajectory, onSelect });
}

interface SwitchProps {
  readonly recordings: Recordings['recordings'];
  readonly number: number;
  readonly onChoose: (number: number) => void;
}

function Switch({ recordings, number, onChoose }: SwitchProps) {
  return h(
    'nav',
    { class: 'switch', 'aria-label': 'Recordings' },
    recordings.map(({ trajectory: { head } }, index) =>
      h(
        'button',
        { 'aria-pressed': index === number, onClick: () => onChoose(index) },
        `${'AB'[index] ?? index + 1}: ${plainLine(head.agent)} ${plainLine(head.id).slice(0, 24)}`,
      ),
    ),
  );
}

interface SideProps {
  readonly recordings: Recordings['recordings'];
  readonly recording: Recording;
  readonly trajectory: Trajectory;
  readonly forest: Forest;
  readonly node: TreeNode | undefined;
  readonly tab: Tab;
  readonly tabs: readonly Tab[];
  readonly rules: Recordings['rules'];
  /** Names the view that is open. Another view begins without the failure and the state of the last one. */
  readonly view: string;
  readonly onTab: (tab: Tab) => void;
  readonly onOpen: (id: number) => void;
  readonly onChoose: (recording: number, id: number) => void;
}

/** The tabs and the view of the chosen one. */
function Side({ recordings, recording, trajectory, forest, node, tab, tabs, rules, view, onTab, onOpen, onChoose }: SideProps) {
  return h(
    'section',
    { class: 'side', 'aria-label': 'Views of the run' },
    h(TabList<Tab>, { tabs, chosen: tab, onChoose: onTab }),
    h(
      'div',
      {
        class: 'panel',
        role: 'tabpanel',
        id: 'panel',
        tabIndex: 0,
        'aria-labelledby': `tab-${tab}`,
      },
      h(
        Guarded,
        { key: view },
        tab === 'Details' ? h(Details, { recording, node, rules: trajectory.head.rules ?? [] }) : null,
        tab === 'Files' ? h(FilesTab, { recording, onSelect: onOpen }) : null,
        tab === 'Cost' ? h(CostTab, { nodes: trajectory.nodes, forest }) : null,
        tab === 'Permissions' ? h(PermissionsTab, { recording, trajectory, onSelect: onOpen }) : null,
        tab === 'Rules' && rules !== undefined ? h(RulesTab, { load: rules }) : null,
        tab === 'Compare' ? h(Compared, { recordings, onSelect: onChoose }) : null,
        tab === 'Raw' ? h(RawTab, { recording, node }) : null,
      ),
    ),
  );
}
