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
 * Compares rows with the stored table. `run` runs benches by name once more; it is called until no row is unsure. `rowsHere` gives the rows
 * of the code that stored the table, measured on this machine: a row that is worse than stored is compared with these before it is
 * a problem. Returns each row with its verdict, and the problems, one line each.
 */
export async function gate({ stored, ran, rows, run, rowsHere }) {
  const here = {};
  for (;;) {
    const judged = await judgeSurely({ ...stored, ...here }, { rows, run });
    const worse = judged.filter(isWorse);
    const unmeasured = worse.filter(({ id }) => here[id] === undefined);
    if (unmeasured.length === 0)
      return {
        judged,
        problems: [
          ...worse.map(worseLine),
          ...judged.filter(isUnsure).map(unsureLine),
          ...goneLines(stored, { ran, rows: rows() }),
        ],
      };
    const measured = rowsHere(benchesOf(unmeasured));
    for (const { id, entry } of unmeasured) here[id] = measured[id] ?? entry;
  }
}

/** A bench that fails when it is repeated leaves its rows unsure. */
async function judgeSurely(stored, { rows, run }) {
  let runsBefore = {};
  for (;;) {
    const judged = judge(stored, rows());
    const unsure = judged.filter(({ id, verdict, ratios }) => verdict === 'unsure' && ratios.length > (runsBefore[id] ?? 0));
    if (unsure.length === 0) return judged;
    runsBefore = Object.fromEntries(judged.map(({ id, ratios }) => [id, ratios.length]));
    await run(benchesOf(unsure));
  }
}

const isWorse = (row) => row.verdict === 'worse';
const isUnsure = (row) => row.verdict === 'unsure';

const benchesOf = (judged) => [...new Set(judged.map(({ bench }) => bench))];

const judge = (stored, rows) =>
  rows.map((row) => {
    const entry = stored[row.id];
    return { ...row, entry, verdict: entry === undefined ? 'new' : verdict(row.ratios, entry) };
  });

const worseLine = ({ id, bench, name, ratio, ratios, entry }) =>
  `${name} (${id}) costs ${ratio.toFixed(2)} times its floor, the median of ${ratios.length} runs; the code that stored it costs ${entry.ratio.toFixed(2)} here, with ${percent(entry.noise)} of noise. ` +
  `Find the cause with --only ${bench}, or store the new ratio with --only ${bench} --store.`;

const unsureLine = ({ id, bench, name, ratio, entry }) =>
  `${name} (${id}) costs ${ratio.toFixed(2)} times its floor, above its stored ${entry.ratio.toFixed(2)}, and the bench ${bench} did not run again to make sure.`;

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
