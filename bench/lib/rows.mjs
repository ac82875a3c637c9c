import { median } from './measure.mjs';
import { ms, printTable } from './table.mjs';

const told = new Map();
let bench = '';

/** Rows that follow belong to this bench. */
export function beginBench(name) {
  bench = name;
}

/**
 * Called by a bench once a run for each cost that `--gate` holds. `value` is ours and `floor` the least that does the same work, both measured
 * in this run; `value / floor` is the ratio of the row, and `aim` the highest ratio that is wanted.
 */
export function tell({ id, name, value, floor, aim, unit = 'ms' }) {
  const row = told.get(id) ?? { id, bench, name, aim, unit, values: [], floors: [], ratios: [] };
  row.values.push(value);
  row.floors.push(floor);
  row.ratios.push(value / floor);
  told.set(id, row);
}

/** In the order in which they were told. A bench that ran several times gives medians. */
export const rows = () =>
  [...told.values()].map(({ values, floors, ...row }) => ({
    ...row,
    value: median(values),
    floor: median(floors),
    ratio: median(row.ratios),
  }));

export function printRows() {
  const all = rows();
  if (all.length === 0) return;
  printTable(
    'Rows against their floors',
    ['', 'ours', 'floor', '', 'ratio', 'aim', ''],
    all.map(({ name, value, floor, unit, ratio, aim }) => [
      name,
      ms(value),
      ms(floor),
      unit,
      ratio.toFixed(2),
      aim.toFixed(2),
      ratio <= aim ? 'at its aim' : 'above',
    ]),
  );
}
