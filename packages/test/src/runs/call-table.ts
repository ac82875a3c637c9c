import type { Row } from './align-calls.js';
import { callText, wantedText } from './expected-call.js';
import { cutMiddle } from './shown-value.js';

const MOST = 48;
const LEAF = 24;
const BEFORE = 3;
const AFTER = 12;

/**
 * Expected and actual calls side by side, around the first difference, which is marked with `>`. `≠`: the call differs ·
 * `-`: the call is missing · `+`: the call is in no list.
 */
export function callTable(rows: readonly Row[], broken: readonly Row[]): readonly string[] {
  const first = broken[0] === undefined ? 0 : rows.indexOf(broken[0]);
  const from = Math.max(0, first - BEFORE);
  const shownRows = rows.slice(from, first + AFTER);
  const cells = shownRows.map((row) => cellsOf(row, new Set(broken)));
  const width = Math.max('expected'.length, ...cells.map(({ expected }) => expected.length));
  const lines = cells.map(({ mark, expected, actual }, index) => {
    const pointer = shownRows[index] === broken[0] ? '>' : ' ';
    return `${pointer} ${mark} ${expected.padEnd(width)}  ${actual}`.trimEnd();
  });
  const above = from > 0 ? [`    … ${from} more above`] : [];
  const below = rows.length > first + AFTER ? [`    … ${rows.length - first - AFTER} more below`] : [];
  return [`    ${'expected'.padEnd(width)}  actual`, ...above, ...lines, ...below];
}

function cellsOf(row: Row, broken: ReadonlySet<Row>) {
  const expected = row.wanted === undefined ? '' : cutMiddle(wantedText(row.wanted, MOST, LEAF), MOST);
  const actual = row.call === undefined ? '(no such call)' : cutMiddle(callText(row.call, MOST, LEAF), MOST);
  return { mark: markOf(row, broken), expected, actual };
}

function markOf(row: Row, broken: ReadonlySet<Row>): string {
  if (row.call === undefined) return broken.has(row) ? '-' : ' ';
  if (row.wanted === undefined) return broken.has(row) ? '+' : ' ';
  return (row.mismatches?.length ?? 0) > 0 ? '≠' : ' ';
}
