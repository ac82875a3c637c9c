/** Prints rows with columns as wide as they need to be; the first column is left-aligned, the rest are right-aligned. */
export function printTable(title, header, rows) {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => String(row[column] ?? '').length)));
  const line = (row) =>
    row
      .map((cell, column) =>
        column === 0 ? String(cell ?? '').padEnd(widths[column]) : String(cell ?? '').padStart(widths[column]),
      )
      .join('  ');
  console.log(`\n${title}`);
  console.log(line(header));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of rows) console.log(line(row));
}

export const ms = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(0));
export const ratio = (value, base) => (value / base).toFixed(2);
