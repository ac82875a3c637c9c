import type { Stretch } from './lanes.js';

/** Times as positions from 0 to 1. A long pause has a small fixed width, so that the work keeps the room. */
export interface Axis {
  readonly pauses: readonly { readonly from: number; readonly to: number; readonly ms: number }[];
  position(time: number): number;
  time(position: number): number;
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly width: number;
  readonly isPause: boolean;
}

/** The shortest pause that is collapsed, and its share of the whole width. */
const SHORTEST = 15_000;
const SHARE = 0.04;

export function axisOf(stretches: readonly Stretch[]): Axis {
  const parts = partsOf(stretches);
  const whole = parts.reduce((sum, part) => sum + part.width, 0) || 1;
  const position = (time: number): number => {
    const part = parts.findLast(({ from }) => from <= time) ?? parts[0];
    if (part === undefined) return 0;
    const inside = part.to === part.from ? 0 : Math.min(1, Math.max(0, (time - part.from) / (part.to - part.from)));
    return (part.start + inside * part.width) / whole;
  };
  const time = (at: number): number => {
    const part = parts.findLast(({ start }) => start / whole <= at) ?? parts[0];
    if (part === undefined) return 0;
    return part.from + Math.min(1, (at * whole - part.start) / (part.width || 1)) * (part.to - part.from);
  };
  const pauses = parts
    .filter(({ isPause }) => isPause)
    .map((part) => ({ from: part.start / whole, to: (part.start + part.width) / whole, ms: part.to - part.from }));
  return { pauses, position, time };
}

/** Work and pauses in turn. */
function partsOf(stretches: readonly Stretch[]): Part[] {
  const busy: { from: number; to: number }[] = [];
  const span = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  const longest = Math.max(SHORTEST, span * SHARE);
  for (const { from, to } of stretches) {
    const last = busy.at(-1);
    if (last !== undefined && from - last.to <= longest) last.to = Math.max(last.to, to);
    else busy.push({ from, to });
  }
  const worked = busy.reduce((sum, { from, to }) => sum + to - from, 0) || 1;
  let start = 0;
  return busy.flatMap(({ from, to }, index) => {
    const before = busy[index - 1];
    const parts: Part[] = [];
    const add = (part: Omit<Part, 'start'>) => {
      parts.push({ ...part, start });
      start += part.width;
    };
    if (before !== undefined) add({ from: before.to, to: from, width: worked * SHARE, isPause: true });
    add({ from, to, width: Math.max(to - from, worked / 1000), isPause: false });
    return parts;
  });
}
