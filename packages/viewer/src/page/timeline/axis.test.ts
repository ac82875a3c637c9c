import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisOf } from './axis.js';
import type { Stretch } from './lanes.js';
import { WHOLE, within, zoomBy } from './zoom.js';

const stretches = (...times: readonly (readonly [number, number])[]) =>
  times.map(([from, to]) => ({ from, to })) as unknown as readonly Stretch[];

describe('the axis of the timeline', () => {
  it('collapses a long pause, and names its length', () => {
    const axis = axisOf(stretches([0, 10_000], [3_610_000, 3_620_000]));
    expect(axis.pauses).toHaveLength(1);
    expect(axis.pauses[0]).toMatchObject({ ms: 3_600_000 });
    expect(axis.position(10_000)).toBeGreaterThan(0.4);
  });

  it('keeps a short pause as it is', () => {
    expect(axisOf(stretches([0, 10_000], [20_000, 30_000])).pauses).toEqual([]);
  });

  it('is 0 to 1, never goes back, and gives the time of a position again', () => {
    const work = fc.array(fc.tuple(fc.nat(1e7), fc.nat(1e5)), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(work, (given) => {
        const sorted = given.map(([from, ms]) => [from, from + ms + 1] as const).sort((a, b) => a[0] - b[0]);
        const axis = axisOf(stretches(...sorted));
        const places = sorted.map(([from]) => axis.position(from));
        expect(places.every((place) => place >= 0 && place <= 1)).toBe(true);
        expect(places).toEqual([...places].sort((a, b) => a - b));
        for (const [from] of sorted) expect(axis.position(axis.time(axis.position(from)))).toBeCloseTo(axis.position(from), 6);
      }),
    );
  });

  it('of nothing is 0', () => {
    expect([axisOf([]).position(5), axisOf([]).time(0.5)]).toEqual([0, 0]);
  });
});

describe('the part of the time that is shown', () => {
  it('stays inside of the whole, whatever keys are pressed', () => {
    const keys = fc.array(fc.constantFrom('+', '-', 'ArrowLeft', 'ArrowRight', '0'), { maxLength: 40 });
    fc.assert(
      fc.property(keys, (pressed) => {
        const [left, right] = pressed.reduce((zoom, key) => zoomBy(key, zoom) ?? zoom, WHOLE);
        expect([left >= 0, right <= 1 + 1e-9, right > left]).toEqual([true, true, true]);
      }),
    );
  });

  it('is never narrower than can be seen, and is the same in both directions of a drag', () => {
    expect(within(0.4, 0.2)).toEqual([0.2, 0.4]);
    const [left, right] = within(1, 1);
    expect(right - left).toBeCloseTo(0.0005);
    expect([zoomBy('x', WHOLE), zoomBy('Escape', [0.2, 0.3])]).toEqual([undefined, WHOLE]);
  });
});
