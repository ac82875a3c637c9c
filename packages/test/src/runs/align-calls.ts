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
  const compared = comparing(wanted, calls);
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

/** Returns the respects in which a call differs from an item; `undefined` if it is of another tool. Each pair is compared once. */
type Compared = (item: number, call: number) => readonly Mismatch[] | undefined;

function comparing(wanted: readonly Wanted[], calls: readonly RecordedCall[]): Compared {
  const known = new Map<number, readonly Mismatch[] | undefined>();
  return (item, at) => {
    const key = item * calls.length + at;
    if (known.has(key)) return known.get(key);
    const [one, call] = [wanted[item], calls[at]];
    const found = one === undefined || call === undefined || !isOfTool(call, one) ? undefined : mismatches(call, one);
    known.set(key, found);
    return found;
  };
}

/** A pair that fits outweighs any number of pairs that only share the tool. */
const weightOf = (found: readonly Mismatch[] | undefined) =>
  found === undefined ? 0 : found.length === 0 ? 100_000 : Math.max(1, 10 - found.length);

type Pairs = ReadonlyMap<number, number>;

/** Above this number of comparisons, each item simply takes the next call that fits. */
const MOST_CELLS = 40_000;

/** The heaviest pairs in which both sides keep their order. Equal beginnings and ends need no search. */
function inOrder(compared: Compared, items: number, calls: number): Pairs {
  const fits = (item: number, call: number) => compared(item, call)?.length === 0;
  const pairs = new Map<number, number>();
  let start = 0;
  while (start < items && start < calls && fits(start, start)) pairs.set(start, start++);
  let end = 0;
  while (end < Math.min(items, calls) - start && fits(items - 1 - end, calls - 1 - end))
    pairs.set(items - 1 - end, calls - 1 - end++);
  const rest = { start, items: items - end, calls: calls - end };
  const isLarge = (rest.items - start) * (rest.calls - start) > MOST_CELLS;
  for (const [item, call] of isLarge ? nextFitting(fits, rest) : heaviest(compared, rest)) pairs.set(item, call);
  return pairs;
}

interface Rest {
  readonly start: number;
  readonly items: number;
  readonly calls: number;
}

function nextFitting(fits: (item: number, call: number) => boolean, { start, items, calls }: Rest): Pairs {
  const pairs = new Map<number, number>();
  let next = start;
  for (let item = start; item < items; item++) {
    let call = next;
    while (call < calls && !fits(item, call)) call += 1;
    if (call === calls) continue;
    pairs.set(item, call);
    next = call + 1;
  }
  return pairs;
}

function heaviest(compared: Compared, { start, items, calls }: Rest): Pairs {
  const best = Array.from({ length: items - start + 1 }, () => new Float64Array(calls - start + 1));
  const at = (item: number, call: number) => best[item - start]?.[call - start] ?? 0;
  const weight = (item: number, call: number) => weightOf(compared(item, call));
  for (let item = items - 1; item >= start; item--)
    for (let call = calls - 1; call >= start; call--) {
      const own = weight(item, call);
      const paired = own > 0 ? own + at(item + 1, call + 1) : 0;
      best[item - start]?.fill(Math.max(at(item + 1, call), at(item, call + 1), paired), call - start, call - start + 1);
    }
  const pairs = new Map<number, number>();
  for (let item = start, call = start; item < items && call < calls; ) {
    const own = weight(item, call);
    if (own > 0 && at(item, call) === own + at(item + 1, call + 1)) pairs.set(item++, call++);
    else if (at(item, call) === at(item, call + 1)) call += 1;
    else item += 1;
  }
  return pairs;
}

/** As many fitting pairs of an item and a call as possible, whatever the order. */
export function mostPairs(fits: (item: number, call: number) => boolean, items: number, calls: number): Map<number, number> {
  const owner = new Map<number, number>();
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
  return new Map([...owner].map(([call, item]) => [item, call]));
}

/** As many fitting pairs as possible; then the rest by tool. */
function anyOrder(compared: Compared, items: number, calls: number): Pairs {
  const pairs = mostPairs((item, call) => compared(item, call)?.length === 0, items, calls);
  for (let item = 0; item < items; item++) {
    if (pairs.has(item)) continue;
    const taken = new Set(pairs.values());
    const near = nearestOf(
      Array.from({ length: calls }, (_, call) => compared(item, call)),
      taken,
    );
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
    : { wanted: wanted[item], call: calls[call], at: call, mismatches: compared(item, call) };

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
