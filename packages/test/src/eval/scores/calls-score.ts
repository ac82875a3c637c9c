import { mostPairs } from '../../runs/align-calls.js';
import type { MatchesRule } from '../../runs/expected-call.js';
import { isOfTool, mismatches, type Wanted, wantedCall } from '../../runs/expected-call.js';
import type { RecordedCall } from '../../runs/recorded-run.js';
import type { ExpectedCall } from '../../runs/run-expectations.js';

type List = readonly (string | ExpectedCall)[];

interface Compared {
  readonly calls: readonly RecordedCall[];
  readonly matchesRule: MatchesRule;
}

/** The expected calls as a table of pairs that fit. */
async function fitsOf(list: List, { calls, matchesRule }: Compared): Promise<(wanted: number, call: number) => boolean> {
  const wanted: Wanted[] = [];
  for (const [index, item] of list.entries())
    wanted.push(await wantedCall(item, { index, inputs: 'subset', calls, matchesRule }));
  const table = wanted.map((one) => calls.map((call) => isOfTool(call, one) && mismatches(call, one).length === 0));
  return (row, column) => table[row]?.[column] === true;
}

/**
 * The F1 of the calls: how many of the expected calls were made, and how many of the calls were expected, each once. A call to which
 * several items fit is given to the one with which most items find a call.
 */
export async function callsF1(list: List, compared: Compared): Promise<number> {
  const { calls } = compared;
  const fits = await fitsOf(list, compared);
  const found = mostPairs(fits, list.length, calls.length).size;
  return list.length + calls.length === 0 ? 1 : (2 * found) / (list.length + calls.length);
}

/** The longest run of expected calls in their order, as a share of the longer of the two lists. */
export async function callsOrder(list: List, compared: Compared): Promise<number> {
  const { calls } = compared;
  const fits = await fitsOf(list, compared);
  let before = new Array<number>(calls.length + 1).fill(0);
  for (let row = 0; row < list.length; row++) {
    const now = [0];
    for (let column = 0; column < calls.length; column++)
      now.push(fits(row, column) ? (before[column] ?? 0) + 1 : Math.max(before[column + 1] ?? 0, now[column] ?? 0));
    before = now;
  }
  return list.length + calls.length === 0 ? 1 : (before.at(-1) ?? 0) / Math.max(list.length, calls.length);
}
