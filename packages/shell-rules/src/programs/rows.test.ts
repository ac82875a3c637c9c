import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse/analyse.js';
import { PROGRAMS } from './index.js';

interface Ran {
  /** The version whose calls ran in bubblewrap and did no more than a rule for the program allows. */
  readonly version?: string;
  readonly runs?: number;
  /** By row of the table: a call that the row allows. */
  readonly rows: Readonly<Record<string, string>>;
}

/** The record of `npm run fuzz:shell -- --sweep --programs --record FILE`. */
const ran = JSON.parse(readFileSync(new URL('../testing/ran.json', import.meta.url), 'utf8')) as Readonly<Record<string, Ran>>;
/** Programs whose job is to run any package, so that their own calls say nothing. What they run has its own table. */
const RUNNERS = ['npx', 'bunx', 'pnpx', 'uvx'];
const tables = Object.entries(PROGRAMS).filter(([name, table]) => ran[name] !== undefined || !isShared(name, table));
const rows = tables.flatMap(([name, { covers }]) => Object.entries(covers).map(([key, row]) => ({ name, key, row })));

function isShared(name: string, table: unknown): boolean {
  return Object.keys(PROGRAMS).some((one) => one !== name && PROGRAMS[one] === table && ran[one] !== undefined);
}

const problemOf = (command: string) => analyse(command).commands.map(({ unclear }) => unclear)[0];
const FOREIGN = '--no-such-option=../x';

describe('each row of the tables (N1)', () => {
  // Each row of git runs with each of its options in git-rows.test.ts.
  it.each(rows.filter(({ name }) => name !== 'git'))(
    '$name "$key" allows the call that ran, and not with another option in front of it',
    ({ name, key }) => {
      const call = ran[name]?.rows[key];
      expect(call, `no call is recorded: run the sweep with --record`).toEqual(expect.stringMatching(new RegExp(`^${name}\\b`)));
      expect(problemOf(String(call))).toBeUndefined();
      expect(problemOf(String(call).replace(/^\S+/, `$& ${FOREIGN}`))).toContain(FOREIGN);
    },
  );

  it.each(rows.filter(({ row }) => row.operands !== 'own'))('$name "$key" has no other option', ({ name, key }) =>
    expect(problemOf(`${name} ${key} ${FOREIGN}`)).toContain(FOREIGN),
  );

  it.each(tables)('the calls of %s ran, or its table says why none did', (name, { absent }) => {
    const { version, runs = 0, rows: calls = {} } = ran[name] ?? {};
    if (absent !== undefined || RUNNERS.includes(name)) expect(version).toBeUndefined();
    else expect([version, runs]).toEqual([expect.stringMatching(/^\d/), expect.any(Number)]);
    expect(runs).toBeGreaterThanOrEqual(version === undefined ? 0 : new Set(Object.values(calls)).size);
    expect(Object.keys(calls).filter((key) => PROGRAMS[name]?.covers[key] === undefined)).toEqual([]);
  });
});
