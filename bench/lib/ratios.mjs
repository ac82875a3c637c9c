import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { median } from './measure.mjs';

const FILE = new URL('../ratios.json', import.meta.url);
const LEAST_NOISE = 0.05;

/** The stored table: for each row its ratio and the share by which runs of the same code differ. Times are not stored: they belong to a machine. */
export const storedRatios = () => JSON.parse(readFileSync(FILE, 'utf8'));

const node = () => process.versions.node.split('.')[0];

/** Stores the rows of the benches that ran, and keeps those of the others. */
export function storeRatios(rows) {
  const earlier = storedRatios();
  const kept = earlier.node === node() ? earlier.rows : {};
  const added = Object.fromEntries(rows.map((row) => [row.id, entryOf(row)]));
  const table = { node: node(), processors: cpus().length, rows: { ...kept, ...added } };
  writeFileSync(FILE, `${JSON.stringify(table, undefined, 2)}\n`);
}

function entryOf({ bench, name, aim, ratio, ratios }) {
  const noise = Math.max(LEAST_NOISE, ...ratios.map((one) => Math.abs(one / ratio - 1)));
  return { bench, name, ratio: rounded(median(ratios)), noise: Math.ceil(noise * 100) / 100, aim };
}

const rounded = (value) => Number(value.toPrecision(3));
