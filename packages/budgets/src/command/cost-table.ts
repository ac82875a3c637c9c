import { count, oneLine, plural, table } from '@loadout/command';
import type { CostLine, CostResult, Facet } from '../cost-totals.js';

/** Returns the costs as a table with a total, and below it the models whose cost is unknown. */
export function costTable({ lines, total, unknownModels, underWay }: CostResult, by: Facet): string {
  const head = [by, 'requests', 'in', 'out', 'cost'];
  const rows = table([head, ...lines.map(row), row(total)], [1, 2, 3, 4]);
  const notes = [
    unknownModels.length === 0
      ? ''
      : `Of unknown cost: ${plural(total.unknown, 'request')} to ${unknownModels.map((name) => oneLine(name)).join(', ')}. To make it known, add to the model: price: { input: …, output: … }\n`,
    total.unsettled === 0
      ? ''
      : `${plural(total.unsettled, 'request')} did not end, because the process was killed, and counts as the most that it could have cost.\n`,
    underWay === 0 ? '' : `${plural(underWay, 'request')} under way.\n`,
  ];
  return `${rows}${notes.join('')}`;
}

const row = (line: CostLine): readonly string[] => [
  oneLine(line.key, 60),
  count(line.requests),
  count(line.inputTokens),
  count(line.outputTokens),
  costCell(line),
];

/** `$0.0123`, `$0.0123 + unknown`, or `unknown`. */
function costCell({ usd, unknown, requests }: CostLine): string {
  if (unknown === requests && requests > 0) return 'unknown';
  const known = `$${usd === 0 || usd >= 1 ? usd.toFixed(2) : usd.toFixed(4)}`;
  return unknown === 0 ? known : `${known} + unknown`;
}
