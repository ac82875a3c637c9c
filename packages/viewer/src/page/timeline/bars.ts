import type { Axis } from './axis.js';
import { LANES, type Lane, type Stretch } from './lanes.js';

/** A bar of a lane: its place from 0 to 1, the node that a click selects, and how many stretches it stands for. */
export interface Bar {
  readonly from: number;
  to: number;
  readonly id: number;
  isBad: boolean;
  count: number;
}

/** Bars closer than this share of the width are one bar, so a lane has at most some hundred. */
const NARROWEST = 1 / 160;

/** The bars of each lane inside the zoomed part. */
export function barsOf(stretches: readonly Stretch[], axis: Axis, [left, right]: readonly [number, number]): Record<Lane, Bar[]> {
  const lanes: Record<Lane, Bar[]> = { model: [], tools: [], person: [], hooks: [] };
  const zoomed = (time: number) => (axis.position(time) - left) / (right - left);
  for (const { lane, from, to, id, isBad } of stretches) {
    const place = { from: Math.max(0, zoomed(from)), to: Math.min(1, zoomed(to)) };
    if (place.to < 0 || place.from > 1) continue;
    const last = lanes[lane].at(-1);
    if (last !== undefined && place.from - last.to < NARROWEST / 4 && place.to - last.from < NARROWEST) {
      last.to = Math.max(last.to, place.to);
      last.count += 1;
      last.isBad ||= isBad;
    } else lanes[lane].push({ ...place, id, isBad, count: 1 });
  }
  return lanes;
}

export const lanesWithBars = (bars: Readonly<Record<Lane, readonly Bar[]>>): Lane[] =>
  LANES.filter((lane) => bars[lane].length > 0);
