import { expect, it } from 'vitest';
import { ROOT } from './load-script.js';

interface Entry {
  readonly bench: string;
  readonly name: string;
  readonly ratio: number;
  readonly noise: number;
  readonly aim: number;
}

interface Gate {
  readonly verdict: (ratios: readonly number[], entry: Pick<Entry, 'ratio' | 'noise'>) => 'holds' | 'worse' | 'unsure';
  readonly gate: (options: {
    readonly stored: Readonly<Record<string, Entry>>;
    readonly ran: readonly string[];
    readonly rows: () => readonly (Entry & { readonly id: string; readonly ratios: readonly number[] })[];
    readonly run: (benches: readonly string[]) => Promise<void>;
    readonly rowsHere: (benches: readonly string[]) => Readonly<Record<string, Entry>>;
  }) => Promise<{ readonly problems: readonly string[] }>;
}

const { gate, verdict } = (await import(`${ROOT}/bench/lib/gate.mjs`)) as Gate;
const ENTRY = { bench: 'grep', name: 'Grep', ratio: 1.1, noise: 0.1, aim: 1.15 };

it('a row within the noise of its stored ratio holds', () => {
  expect(verdict([1.1 * 1.1], ENTRY)).toBe('holds');
  expect(verdict([0.2], ENTRY)).toBe('holds');
});

it('one run above the bound proves nothing, and three more above than below make a row worse', () => {
  expect(verdict([1.5], ENTRY)).toBe('unsure');
  expect(verdict([1.5, 1.1], ENTRY)).toBe('holds');
  expect(verdict([1.5, 1.5, 1.1], ENTRY)).toBe('unsure');
  expect(verdict([1.5, 1.5, 1.5], ENTRY)).toBe('worse');
  expect(verdict([1.5, 1.5, 1.1, 1.5, 1.5], ENTRY)).toBe('worse');
});

/** A bench whose runs give these ratios, one after another, and that gave `here` on this machine with the code that stored its row. */
function benchOf(ratios: readonly number[], here = ENTRY.ratio) {
  let runs = 1;
  return {
    rows: () => {
      const seen = ratios.slice(0, runs);
      return [{ ...ENTRY, id: 'grep.lines', ratio: seen.at(-1) ?? 0, ratios: seen }];
    },
    run: async () => {
      runs += 1;
    },
    runs: () => runs,
    rowsHere: () => ({ 'grep.lines': { ...ENTRY, ratio: here } }),
  };
}

it('the gate repeats a bench until it is sure, and names the row that got worse', async () => {
  const slow = benchOf([2, 2, 2, 2]);
  const { problems } = await gate({ stored: { 'grep.lines': ENTRY }, ran: ['grep'], ...slow });
  expect(slow.runs()).toBe(3);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain('Grep (grep.lines) costs 2.00 times its floor');

  const unlucky = benchOf([2, 1, 2, 2]);
  expect((await gate({ stored: { 'grep.lines': ENTRY }, ran: ['grep'], ...unlucky })).problems).toEqual([]);
  expect(unlucky.runs()).toBe(2);
});

it('a bench that does not run again leaves its row unsure, which is a problem', async () => {
  const broken = { ...benchOf([2]), run: async () => {} };
  const { problems } = await gate({ stored: { 'grep.lines': ENTRY }, ran: ['grep'], ...broken });
  expect(problems).toEqual([expect.stringContaining('the bench grep did not run again to make sure')]);
});

it('a row that is worse than stored holds if the code that stored it costs as much on this machine', async () => {
  const slowMachine = await gate({ stored: { 'grep.lines': ENTRY }, ran: ['grep'], ...benchOf([2, 2, 2], 1.9) });
  expect(slowMachine.problems).toEqual([]);
  const slowCode = await gate({ stored: { 'grep.lines': ENTRY }, ran: ['grep'], ...benchOf([2, 2, 2], 1.2) });
  expect(slowCode.problems[0]).toContain('the code that stored it costs 1.20 here');
});

it('a stored row that its bench no longer measures is a problem, and a row of a bench that did not run is none', async () => {
  const stored = { 'grep.lines': ENTRY, 'grep.count': ENTRY, 'read.small': { ...ENTRY, bench: 'read' } };
  const { problems } = await gate({ stored, ran: ['grep'], ...benchOf([1]) });
  expect(problems).toEqual(['Grep (grep.count) is in the stored table, and the bench grep no longer measures it.']);
});

it('a row that is not stored yet holds nothing up', async () => {
  expect((await gate({ stored: {}, ran: ['grep'], ...benchOf([9]) })).problems).toEqual([]);
});
