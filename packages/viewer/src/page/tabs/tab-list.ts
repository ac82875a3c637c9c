import { h } from 'preact';

interface TabListProps<Name extends string> {
  readonly tabs: readonly Name[];
  readonly chosen: Name;
  readonly onChoose: (tab: Name) => void;
}

/** Tabs as screen readers know them: one tab stop, and arrow keys between the tabs. */
export function TabList<Name extends string>({ tabs, chosen, onChoose }: TabListProps<Name>) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const to =
      event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : (tabs.indexOf(chosen) + by + tabs.length) % tabs.length;
    const next = tabs[to];
    if (next === undefined || (by === 0 && event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    onChoose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return h(
    'div',
    { class: 'tabs', role: 'tablist', 'aria-label': 'Views', onKeyDown },
    tabs.map((tab) =>
      h(
        'button',
        {
          role: 'tab',
          id: `tab-${tab}`,
          'aria-controls': 'panel',
          'aria-selected': tab === chosen,
          tabIndex: tab === chosen ? 0 : -1,
          onClick: () => onChoose(tab),
        },
        tab,
      ),
    ),
  );
}
