import { isOfTool, type Mismatch, mismatches, type Wanted } from './expected-call.js';
import type { RecordedCall } from './recorded-run.js';
import type { MatchMode } from './run-expectations.js';

/** One row of expected and actual calls side by side. */
export interface Row {
  readonly wanted?: Wanted | undefined;
  readonly call?: RecordedCall | undefined;
  /** The position of the call among all calls. */
  readonly at?: number | undefined;
  /** Empty: the call is the expected one. Absent: one of the two is missing. */
  readonly mismatches?: readonly Mismatch[] | undefined;
}

export interface Alignment {
  readonly rows: readonly Row[];
  /** Rows that break the expectation, in their order. */
  readonly broken: readonly Row[];
}

/** Puts each expected call beside the actual one that fits it best, as the mode allows. */
export function alignCalls(wanted: readonly Wanted[], calls: readonly RecordedCall[], mode: MatchMode): Alignment {
  const compared = compareAll(wanted, calls);
  const isOrdered = mode === 'in-order' || mode === 'strict';
  const pairs = isOrdered ? inOrder(compared, wanted.length, calls.length) : anyOrder(compared, wanted.length, calls.length);
  const rows = isOrdered ? orderedRows(pairs, { wanted, calls, compared }) : listedRows(pairs, { wanted, calls, compared });
  const mayMiss = mode === 'subset';
  const mayAdd = mode === 'in-order' || mode === 'superset';
  const broken = rows.filter((row) => {
    if (row.mismatches !== undefined) return row.mismatches.length > 0;
    return row.wanted === undefined ? !mayAdd : !mayMiss;
  });
  return { rows, broken };
}

/** The respects in which call `at` differs from item `index`; `undefined` if it is of another tool. */
type Compared = readonly (readonly (readonly Mismatch[] | undefined)[])[];

function compareAll(wanted: readonly Wanted[], calls: readonly RecordedCall[]): Compared {
  return wanted.map((one) => calls.map((call) => (isOfTool(call, one) ? mismatches(call, one) : undefined)));
}

/** A pair that fits outweighs any number of pairs that only share the tool. */
const weightOf = (found: readonly Mismatch[] | undefined) =>
  found === undefined ? 0 : found.length === 0 ? 100_000 : Math.max(1, 10 - found.length);

type Pairs = ReadonlyMap<number, number>;

/** The heaviest pairs in which both sides keep their order. */
function inOrder(compared: Compared, items: number, calls: number): Pairs {
  const best = Array.from({ length: items + 1 }, () => new Float64Array(calls + 1));
  const at = (i: number, j: number) => best[i]?.[j] ?? 0;
  for (let i = items - 1; i >= 0; i--)
    for (let j = calls - 1; j >= 0; j--) {
      const weight = weightOf(compared[i]?.[j]);
      const row = best[i];
      if (row !== undefined) row[j] = Math.max(at(i + 1, j), at(i, j + 1), weight > 0 ? weight + at(i + 1, j + 1) : 0);
    }
  const pairs = new Map<number, number>();
  for (let i = 0, j = 0; i < items && j < calls; ) {
    const weight = weightOf(compared[i]?.[j]);
    if (weight > 0 && at(i, j) === weight + at(i + 1, j + 1)) pairs.set(i++, j++);
    else if (at(i, j) === at(i, j + 1)) j += 1;
    else i += 1;
  }
  return pairs;
}

/** As many fitting pairs as possible, whatever the order; then the rest by tool. */
function anyOrder(compared: Compared, items: number, calls: number): Pairs {
  const owner = new Map<number, number>();
  const fits = (item: number, call: number) => compared[item]?.[call]?.length === 0;
  const place = (item: number, tried: Set<number>): boolean => {
    for (let call = 0; call < calls; call++) {
      if (!fits(item, call) || tried.has(call)) continue;
      tried.add(call);
      const other = owner.get(call);
      if (other !== undefined && !place(other, tried)) continue;
      owner.set(call, item);
      return true;
    }
    return false;
  };
  for (let item = 0; item < items; item++) place(item, new Set());
  const pairs = new Map([...owner].map(([call, item]) => [item, call]));
  for (let item = 0; item < items; item++) {
    if (pairs.has(item)) continue;
    const taken = new Set(pairs.values());
    const near = nearestOf(compared[item] ?? [], taken);
    if (near !== undefined) pairs.set(item, near);
  }
  return pairs;
}

/** The call of the same tool that differs least. */
export function nearestOf(found: readonly (readonly Mismatch[] | undefined)[], taken: ReadonlySet<number>): number | undefined {
  let best: number | undefined;
  for (const [call, differing] of found.entries()) {
    if (differing === undefined || taken.has(call)) continue;
    if (best === undefined || differing.length < (found[best]?.length ?? 0)) best = call;
  }
  return best;
}

interface Sides {
  readonly wanted: readonly Wanted[];
  readonly calls: readonly RecordedCall[];
  readonly compared: Compared;
}

const rowOf = (item: number, call: number | undefined, { wanted, calls, compared }: Sides): Row =>
  call === undefined
    ? { wanted: wanted[item] }
    : { wanted: wanted[item], call: calls[call], at: call, mismatches: compared[item]?.[call] };

function orderedRows(pairs: Pairs, sides: Sides): readonly Row[] {
  const rows: Row[] = [];
  let next = 0;
  const upTo = (end: number) => {
    for (; next < end; next++) rows.push({ call: sides.calls[next], at: next });
  };
  for (const item of sides.wanted.keys()) {
    const call = pairs.get(item);
    if (call !== undefined) {
      upTo(call);
      next = call + 1;
    }
    rows.push(rowOf(item, call, sides));
  }
  upTo(sides.calls.length);
  return rows;
}

function listedRows(pairs: Pairs, sides: Sides): readonly Row[] {
  const taken = new Set(pairs.values());
  const rest = [...sides.calls.keys()].filter((call) => !taken.has(call));
  return [
    ...[...sides.wanted.keys()].map((item) => rowOf(item, pairs.get(item), sides)),
    ...rest.map((call) => ({ call: sides.calls[call], at: call })),
  ];
}
