import { cell, page, table } from './markdown.mjs';

/** docs/reference/speed.md: the ratios that `npm run bench -- --store` stored, and the peers that `--peers` measured. */
export function speedPage({ node, processors, rows }, peers) {
  const entries = Object.values(rows);
  return page('Speed', [
    'Each row is one cost of Loadout against its floor: the least that does the same work, in the same run on the same machine. A ratio of 1.00 is the floor. Times are not stored, because they belong to a machine.',
    `Measured with Node ${node} on ${processors} cores. \`npm run bench -- --gate\` measures the rows again, with repeats until it is sure. It fails only if a row got worse by more than its noise and the code that stored the table is also better on this machine.`,
    table(
      ['Cost', 'Ratio', 'Noise', 'Aim'],
      entries.map(({ name, ratio, noise, aim }) => [
        cell(name),
        ratio.toFixed(2),
        `${Math.round(noise * 100)} %`,
        aimOf({ ratio, aim }),
      ]),
    ),
    ...peerParts(peers),
  ]);
}

const aimOf = ({ ratio, aim }) => (ratio <= aim ? `${aim.toFixed(2)}` : `${aim.toFixed(2)}, not reached`);

function peerParts({ node, tables }) {
  return tables.flatMap(({ title, text, columns, rows }) => [
    `## ${title}`,
    `${text} Medians, measured side by side with Node ${node}: compare the rows with each other, because times belong to a machine. \`npm run bench -- --peers\` installs the others from npm and measures again.`,
    peerTable(columns, rows),
  ]);
}

/** The tables of the peers, each under a heading. */
export const peerTables = (tables, marks) =>
  tables.flatMap(({ title, columns, rows }) => [`${marks} ${title}`, peerTable(columns, rows)]).join('\n\n');

const peerTable = (columns, rows) =>
  table(
    ['', ...columns],
    rows.map(({ name, values }) => [cell(name), ...values.map(shown)]),
  );

const shown = (value) => (value === null ? '' : value < 10 ? value.toFixed(2) : value.toFixed(0));
