import { printable } from './printable.js';

/** Rows as columns, separated by two blanks, each cell safe for a terminal and on one line. The last column is not padded. */
export function table(given: readonly (readonly string[])[], right: readonly number[] = []): string {
  const rows = given.map((row) => row.map((cell) => printable(cell).replaceAll('\n', ' ')));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (right.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}
