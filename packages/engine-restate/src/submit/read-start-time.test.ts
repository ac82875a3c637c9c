import { describe, expect, it } from 'vitest';
import { readStartTime } from './read-start-time.js';

const NOW = Date.parse('2026-11-23T12:00:00Z');

describe('readStartTime', () => {
  it.each([
    ['in 90s', '2026-11-23T12:01:30.000Z'],
    ['in 2h', '2026-11-23T14:00:00.000Z'],
    ['in 3d', '2026-11-26T12:00:00.000Z'],
    ['2026-11-24T08:30Z', '2026-11-24T08:30:00.000Z'],
    ['2026-11-24 08:30:15+02:00', '2026-11-24T06:30:15.000Z'],
  ])('reads %s', (text, time) => {
    expect(readStartTime(text, NOW).toISOString()).toBe(time);
  });

  it('reads a time without a zone as the time of this machine', () => {
    expect(readStartTime('2026-11-25T08:30', NOW)).toEqual(new Date(2026, 10, 25, 8, 30));
  });

  it.each([
    ['tomorrow', 'is not a time'],
    ['2h', 'is not a time'],
    ['in 0h', 'is not a time'],
    ['2026-13-24T08:30Z', 'is not a time'],
    ['2026-02-31T08:30Z', 'is not a time'],
    ['2026-11-24', 'is not a time'],
    ['2026-11-23T11:59Z', 'was before now'],
    ['in 400d', 'is more than a year away'],
  ])('refuses %s, with the reason', (text, problem) => {
    expect(() => readStartTime(text, NOW)).toThrow(problem);
  });
});
