export type Zoom = readonly [number, number];

export const WHOLE: Zoom = [0, 1];

/** The narrowest part that can be zoomed to. */
const NARROWEST = 0.0005;

/** The part that a key means: plus and minus zoom, arrows move, 0 shows all. `undefined`: no meaning. */
export function zoomBy(key: string, [left, right]: Zoom): Zoom | undefined {
  const width = right - left;
  if (key === '+' || key === '=') return within(left + width / 4, right - width / 4);
  if (key === '-') return within(left - width / 2, right + width / 2);
  if (key === 'ArrowLeft') return moved([left, right], -width / 5);
  if (key === 'ArrowRight') return moved([left, right], width / 5);
  return key === '0' || key === 'Escape' ? WHOLE : undefined;
}

/** A part between two positions in either order, inside of the whole. */
export function within(one: number, other: number): Zoom {
  const left = Math.max(0, Math.min(one, other));
  const right = Math.min(1, Math.max(one, other));
  return right - left < NARROWEST ? [Math.min(left, 1 - NARROWEST), Math.min(left, 1 - NARROWEST) + NARROWEST] : [left, right];
}

function moved([left, right]: Zoom, by: number): Zoom {
  const step = Math.max(-left, Math.min(1 - right, by));
  return [left + step, right + step];
}
