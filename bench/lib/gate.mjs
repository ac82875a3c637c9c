import { printTable } from './table.mjs';

/** More runs above the bound than below it, before a row counts as worse. */
const SURE = 3;

/**
 * Judges the ratios of a row, one a run, against its stored entry. Runs of the same code differ by `noise`, so one run above the bound
 * proves nothing: a row is worse after three more runs above it than below, and holds as soon as there are no more above than below.
 */
export function verdict(ratios, { ratio, noise }) {
  const most = ratio * (1 + noise);
  let more = 0;
  for (const one of ratios) {
    more += one > most ? 1 : -1;
    if (more <= 0) return 'holds';
    if (more === SURE) return 'worse';
  }
  return 'unsure';
}

/**
 * Compares rows with the stored table. `run` runs benches by name once more; it is called until no row is unsure. Returns each row with
 * its verdict, and the problems, one line each.
 */
export async function gate({ stored, ran, rows, run }) {
  let judged = judge(stored, rows());
  while (judged.some((row) => row.verdict === 'unsure')) {
    const again = [...new Set(judged.filter((row) => row.verdict === 'unsure').map((row) => row.bench))];
    await run(again);
    judged = judge(stored, rows());
  }
  const worse = judged.filter((row) => row.verdict === 'worse').map(worseLine);
  return { judged, problems: [...worse, ...goneLines(stored, { ran, rows: rows() })] };
}

const judge = (stored, rows) =>
  rows.map((row) => {
    const entry = stored[row.id];
    return { ...row, entry, verdict: entry === undefined ? 'new' : verdict(row.ratios, entry) };
  });

const worseLine = ({ id, bench, name, ratio, ratios, entry }) =>
  `${name} (${id}) costs ${ratio.toFixed(2)} times its floor, the median of ${ratios.length} runs; stored are ${entry.ratio.toFixed(2)} and ${percent(entry.noise)} of noise. ` +
  `Find the cause with --only ${bench}, or store the new ratio with --only ${bench} --store.`;

const goneLines = (stored, { ran, rows }) =>
  Object.entries(stored)
    .filter(([id, { bench }]) => ran.includes(bench) && !rows.some((row) => row.id === id))
    .map(([id, { bench, name }]) => `${name} (${id}) is in the stored table, and the bench ${bench} no longer measures it.`);

export function printGate(judged) {
  printTable(
    'Rows against the stored table',
    ['', 'ratio', 'runs', 'stored', 'noise', ''],
    judged.map(({ name, ratio, ratios, entry, verdict: result }) => [
      name,
      ratio.toFixed(2),
      ratios.length,
      entry?.ratio.toFixed(2),
      entry === undefined ? '' : percent(entry.noise),
      result,
    ]),
  );
}

const percent = (share) => `${Math.round(share * 100)} %`;
