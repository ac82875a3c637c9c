import { h } from 'preact';
import type { TreeNode } from '../../model/trajectory.js';
import { count } from '../text/format.js';
import { plainLine } from '../text/shown-text.js';
import { agentName, distinct, type Filters, NO_FILTERS } from './filters.js';

interface FilterBarProps {
  readonly nodes: readonly TreeNode[];
  readonly filters: Filters;
  readonly shown: number;
  readonly onChange: (filters: Filters) => void;
}

const STATES = ['denied', 'errors', 'slow'] as const;
const TITLES = { denied: 'Calls that were denied', errors: 'Calls and turns that failed', slow: 'Ten seconds or longer' };

/** Search and filters of the tree. */
export function FilterBar({ nodes, filters, shown, onChange }: FilterBarProps) {
  const change = (part: Partial<Filters>) => onChange({ ...filters, ...part });
  const tools = distinct(nodes.flatMap((node) => (node.kind === 'call' ? [node.tool] : [])));
  const agents = distinct(nodes.map(agentName));
  return h(
    'div',
    { class: 'filters', role: 'search' },
    h('input', {
      type: 'search',
      id: 'search',
      'aria-label': 'Search titles and contents',
      placeholder: 'Search  /',
      value: filters.text,
      onInput: (event: Event) => change({ text: (event.target as HTMLInputElement).value }),
    }),
    h(
      'div',
      { class: 'chips' },
      STATES.map((state) =>
        h(
          'button',
          {
            title: TITLES[state],
            'aria-pressed': filters.state === state,
            onClick: () => change({ state: filters.state === state ? 'all' : state }),
          },
          state,
        ),
      ),
      h(Choice, { label: 'Tool', values: tools, value: filters.tool, onChoose: (tool) => change({ tool }) }),
      h(Choice, { label: 'Agent', values: agents, value: filters.agent, onChoose: (agent) => change({ agent }) }),
      JSON.stringify(filters) === JSON.stringify(NO_FILTERS)
        ? null
        : h('button', { class: 'link', onClick: () => onChange(NO_FILTERS) }, 'Clear'),
    ),
    h('p', { class: 'quiet', role: 'status' }, `${count(shown)} of ${count(nodes.length)} steps`),
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

function Choice({ label, values, value, onChoose }: ChoiceProps) {
  if (values.length < 2) return null;
  return h(
    'select',
    { 'aria-label': label, value, onChange: (event: Event) => onChoose((event.target as HTMLSelectElement).value) },
    h('option', { value: '' }, `any ${label.toLowerCase()}`),
    values.map((one) => h('option', { value: one }, plainLine(one).slice(0, 60))),
  );
}
