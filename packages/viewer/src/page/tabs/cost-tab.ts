import { h } from 'preact';
import { useMemo } from 'preact/hooks';
import type { TreeNode } from '../../model/trajectory.js';
import { TableHead } from '../table-head.js';
import { count, counted, dollars, duration, tokens } from '../text/format.js';
import { plainLine } from '../text/shown-text.js';
import type { Forest } from '../tree/forest.js';
import { type CostSum, costSums } from './cost-sums.js';

/** The cost by agent, model and tool, and the part that was wasted. */
export function CostTab({ nodes, forest }: { readonly nodes: readonly TreeNode[]; readonly forest: Forest }) {
  const { agents, models, tools, wasted } = useMemo(() => costSums(nodes, forest), [nodes, forest]);
  return h(
    'div',
    { class: 'cost' },
    h('h2', null, 'Cost'),
    h(
      'p',
      wasted.count === 0 ? { class: 'quiet' } : { class: 'warning' },
      wasted.count === 0
        ? 'No call repeated an earlier failure.'
        : `Wasted: ${counted(wasted.count, 'call')} repeated an earlier failure, for ${dollars(wasted.usd)} and ${tokens(wasted.input + wasted.output + wasted.cacheRead + wasted.cacheWrite)} tokens.`,
    ),
    h(SumTable, { caption: 'By agent', unit: 'Turns', sums: agents }),
    h(SumTable, { caption: 'By model', unit: 'Turns', sums: models }),
    h(SumTable, { caption: 'By tool', unit: 'Calls', sums: tools }),
    h('p', { class: 'quiet' }, 'The cost of a turn is divided among its calls. A turn without a call is an answer.'),
  );
}

function SumTable({ caption, unit, sums }: { caption: string; unit: string; sums: readonly CostSum[] }) {
  const most = Math.max(...sums.map(weightOf), 1e-9);
  const names = ['Name', unit, 'Input', 'Output', 'Cache read', 'Cache write', 'Time', 'Cost', 'Share'];
  return h(
    'div',
    { class: 'table-box', tabIndex: 0, role: 'region', 'aria-label': caption },
    h(
      'table',
      null,
      h('caption', null, caption),
      h(TableHead, { names, isOfNumbers: true }),
      h(
        'tbody',
        null,
        sums.slice(0, 200).map((sum) =>
          h(
            'tr',
            null,
            h('th', { scope: 'row' }, plainLine(sum.name)),
            [
              count(sum.count),
              ...[sum.input, sum.output, sum.cacheRead, sum.cacheWrite].map((value) => tokens(Math.round(value))),
              duration(sum.ms),
              dollars(sum.usd),
            ].map((cell) => h('td', { class: 'number' }, cell)),
            h('td', null, h('span', { class: 'share', style: { width: `${Math.round((weightOf(sum) / most) * 72)}px` } })),
          ),
        ),
      ),
    ),
  );
}

const weightOf = ({ usd, input, output }: CostSum): number => (typeof usd === 'number' ? usd : (input + output) / 1e9);
