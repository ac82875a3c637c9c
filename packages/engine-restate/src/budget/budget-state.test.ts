import { describe, expect, it } from 'vitest';
import { type Amount, type BudgetState, EMPTY, held, roomIn, settled, turned } from './budget-state.js';
import { readChanges, readWait } from './messages.js';
import { wakeable } from './queue.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse('2026-11-23T10:00:00Z');
const DAY: Amount = { usd: 10, per: 'day' };
const MONTH: Amount = { usd: 10, per: 'month' };
const wish = (id: string, usd: number, more: object = {}) => ({ id, usd, of: DAY, run: id, round: `round of ${id}`, ...more });
const begun = turned(EMPTY, NOW);

/** Holds money that must suffice. */
function taking(state: BudgetState, id: string, usd: number, more: object = {}, now = NOW): BudgetState {
  const { state: after, isHeld } = held(turned(state, now), wish(id, usd, more), now);
  if (!isHeld) throw new Error(`The money for ${id} does not suffice.`);
  return after;
}
const left = (state: BudgetState, of = DAY, now = NOW) => roomIn(turned(state, now), { of, now });

describe('a budget that workers share', () => {
  it('counts what was spent and what requests under way may still cost', () => {
    const one = taking(begun, 'a', 3);
    expect(left(one)).toEqual({ left: 7, underWay: 3 });
    expect(left(settled(one, { id: 'a', usd: 0.5 }))).toEqual({ left: 9.5, underWay: 0 });
  });

  it('refuses a request that does not fit, with the room that there is', () => {
    const one = taking(begun, 'a', 6);
    expect(held(one, wish('b', 5), NOW)).toEqual({ state: one, isHeld: false, room: { left: 4, underWay: 6 } });
    expect(held(one, wish('b', 4), NOW).isHeld).toBe(true);
    expect(held(taking(one, 'b', 4), wish('free', 0), NOW).isHeld).toBe(true);
  });

  it('holds a repeated request once, and settles it once', () => {
    const twice = taking(taking(begun, 'a', 6), 'a', 6);
    expect(left(twice).left).toBe(4);
    const once = settled(twice, { id: 'a', usd: 1 });
    expect(settled(once, { id: 'a', usd: 1 })).toEqual(once);
    expect(settled(once, { id: 'nobody', usd: 5 })).toEqual(once);
  });

  it('counts an unknown cost as the most that the request could have cost', () => {
    expect(left(settled(taking(begun, 'a', 4), { id: 'a', usd: null }))).toEqual({ left: 6, underWay: 0 });
  });

  it('follows the plan when its amount or its period changes', () => {
    const state = settled(taking(begun, 'a', 4), { id: 'a', usd: 4 });
    expect([left(state, { usd: 3, per: 'day' }).left, left(state, { usd: 30, per: 'month' }).left]).toEqual([-1, 26]);
  });

  it('begins anew with each day and each month in UTC', () => {
    const yesterday = settled(taking(EMPTY, 'a', 4, {}, NOW - 24 * HOUR), { id: 'a', usd: 4 });
    expect([left(yesterday).left, left(yesterday, MONTH).left]).toEqual([10, 6]);
    const midnight = Date.parse('2026-12-01T00:00:00Z');
    expect([left(yesterday, MONTH, midnight - 1).left, left(yesterday, MONTH, midnight).left]).toEqual([6, 10]);
  });

  it('counts a request on the day on which it began', () => {
    const before = Date.parse('2026-11-23T23:59:59Z');
    const after = before + 2000;
    const open = turned(taking(EMPTY, 'a', 4, {}, before), after);
    expect([left(open, DAY, after).left, left(open, MONTH, after).left]).toEqual([10, 6]);
    const ended = settled(open, { id: 'a', usd: 3 });
    expect([left(ended, DAY, after).left, left(ended, MONTH, after).left]).toEqual([10, 7]);
    const nextMonth = Date.parse('2026-12-01T00:00:01Z');
    expect(left(settled(turned(open, nextMonth), { id: 'a', usd: 3 }), MONTH, nextMonth).left).toBe(10);
  });

  it('does not go back to a day for a worker with a slow clock', () => {
    const spent = settled(taking(begun, 'a', 4), { id: 'a', usd: 4 });
    const slow = turned(spent, NOW - 24 * HOUR);
    expect(left(slow).left).toBe(6);
  });
});

describe('a request whose worker is gone', () => {
  it('keeps its money, for which nobody waits, once the run goes on elsewhere', () => {
    const lost = taking(begun, 'a', 6, { run: 'run', round: 'first' });
    const next = taking(lost, 'b', 1, { run: 'run', round: 'second' });
    expect(left(next)).toEqual({ left: 3, underWay: 1 });
    expect(left(taking(lost, 'b', 1, { run: 'other', round: 'second' }))).toEqual({ left: 3, underWay: 7 });
  });

  it('is waited for as long as almost any answer takes, if the run goes on nowhere', () => {
    const open = taking(begun, 'a', 6);
    expect(left(open, DAY, NOW + 10 * MINUTE)).toEqual({ left: 4, underWay: 6 });
    expect(left(open, DAY, NOW + 11 * MINUTE)).toEqual({ left: 4, underWay: 0 });
  });

  it('is replaced by its cost if the end comes late, and is spent after a day', () => {
    const lost = taking(taking(begun, 'a', 6, { run: 'run' }), 'b', 0, { run: 'run', round: 'second' });
    expect(left(settled(lost, { id: 'a', usd: 1 })).left).toBe(9);
    const dayAfter = turned(lost, NOW + 25 * HOUR);
    expect(dayAfter.holds).toEqual({});
    expect(left(settled(dayAfter, { id: 'a', usd: 1 }), MONTH, NOW + 25 * HOUR).left).toBe(4);
  });

  it('leaves nothing behind, however many requests a month has', () => {
    let state = begun;
    for (let count = 0; count < 1000; count += 1)
      state = settled(taking(state, `r${count}`, 0.01), { id: `r${count}`, usd: 0.01 });
    expect(JSON.stringify(state).length).toBeLessThan(150);
    expect(left(state).left).toBeCloseTo(0);
  });
});

describe('requests that wait', () => {
  const waiter = (awakeable: string, usd: number, at = NOW) => ({ awakeable, usd, of: DAY, at });
  const woken = (queue: readonly ReturnType<typeof waiter>[], state: BudgetState, now = NOW) =>
    wakeable(queue, { state, now }).woken.map(({ awakeable }) => awakeable);

  it('are woken in turn, as many as the money suffices for', () => {
    const full = taking(begun, 'a', 10);
    const queue = [waiter('1', 4), waiter('2', 4), waiter('3', 1)];
    expect(woken(queue, full)).toEqual([]);
    expect(woken(queue, settled(full, { id: 'a', usd: 5 }))).toEqual(['1']);
    expect(woken(queue, settled(full, { id: 'a', usd: 1 }))).toEqual(['1', '2', '3']);
  });

  it('are woken to be refused when the money can no longer come', () => {
    const spent = taking(settled(taking(begun, 'a', 8), { id: 'a', usd: 8 }), 'b', 2);
    expect(woken([waiter('1', 3), waiter('2', 2)], spent)).toEqual(['1']);
  });

  it('are forgotten when they have given up', () => {
    const full = taking(begun, 'a', 10);
    expect(wakeable([waiter('1', 4)], { state: full, now: NOW + MINUTE })).toEqual({ woken: [], waiting: [] });
  });
});

describe('what somebody sends to a budget', () => {
  const changes = { now: NOW, settles: [{ id: 'a', usd: 1 }], wishes: [wish('b', 1)] };

  it('is read if it is whole', () => {
    expect(readChanges(changes)).toBe(changes);
    expect(readWait({ usd: 1, of: DAY, at: NOW, more: 1 })).toEqual({ usd: 1, of: DAY, at: NOW });
  });

  it.each([
    undefined,
    null,
    [],
    'x',
    { ...changes, now: 'today' },
    { ...changes, now: 9e15 },
    { ...changes, settles: [{ id: 'a', usd: -1 }] },
    { ...changes, settles: [{ usd: 1 }] },
    { ...changes, wishes: [wish('b', -1)] },
    { ...changes, wishes: [wish('b', 1, { run: 7 })] },
    { ...changes, wishes: [wish('b', 1, { of: { usd: 1, per: 'year' } })] },
    { ...changes, wishes: 3 },
    { ...changes, about: { name: 'team' } },
  ])('is refused otherwise: %j', (sent) => {
    expect(readChanges(sent)).toEqual(expect.any(String));
  });

  it('cannot make a wait for a budget that is none', () => {
    for (const sent of [undefined, { usd: 1, of: DAY }, { usd: -1, of: DAY, at: NOW }, { usd: 1, of: {}, at: NOW }])
      expect(readWait(sent)).toEqual(expect.any(String));
  });
});
