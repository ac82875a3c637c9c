import { type ComponentChildren, h } from 'preact';

export type Fact = readonly [name: string, value: ComponentChildren];

/** Names and values in two columns. A value that is absent or empty leaves its row out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const rows = facts.filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false);
  if (rows.length === 0) return null;
  return h(
    'dl',
    { class: 'facts' },
    rows.map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, value))),
  );
}
