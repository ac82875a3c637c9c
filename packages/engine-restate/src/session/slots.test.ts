import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Slots } from './slots.js';

const never = new AbortController().signal;

describe('the places of a worker', () => {
  it('are taken by runs that arrive, until none is left', () => {
    const slots = new Slots(2);
    expect([slots.enter('a'), slots.enter('b')]).not.toContain(undefined);
    expect([slots.enter('c'), slots.free]).toEqual([undefined, 0]);
  });

  it('are free again once, however often a run gives its place up', () => {
    const slots = new Slots(2);
    const release = slots.enter('a');
    slots.enter('b');
    release?.();
    release?.();
    expect(slots.free).toBe(1);
  });

  it('are kept for a run that was claimed', () => {
    const slots = new Slots(1);
    slots.claim('old');
    expect(slots.enter('new')).toBeUndefined();
    expect(slots.enter('old')).toBeDefined();
    expect(slots.free).toBe(0);
  });

  it('are free for others after a claim is dropped', () => {
    const slots = new Slots(1);
    slots.claim('old');
    expect([slots.drop('old'), slots.drop('old')]).toEqual([true, false]);
    expect(slots.enter('new')).toBeDefined();
  });

  it('are not for new runs while older ones wait', () => {
    const slots = new Slots(2);
    slots.othersWait(true);
    slots.claim('old');
    expect([slots.enter('new'), slots.enter('old') === undefined]).toEqual([undefined, false]);
    slots.othersWait(false);
    expect(slots.enter('new')).toBeDefined();
  });

  it('wake who waits for one, and let go who waits no more', async () => {
    const slots = new Slots(1);
    const release = slots.enter('a');
    const stop = new AbortController();
    const order: string[] = [];
    const waiting = slots.whenFree(never).then(() => order.push('free'));
    const stopped = slots.whenFree(stop.signal).then(() => order.push('stopped'));
    stop.abort();
    await stopped;
    release?.();
    await waiting;
    await slots.whenEmpty();
    expect(order).toEqual(['stopped', 'free']);
  });

  it('are not asked for by a run that this worker cannot have, for a time that grows, and are for others meanwhile', () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const slots = new Slots(1);
    const pauses = [1, 2, 3, 4, 5, 6, 7].map(() => {
      slots.decline('unfit');
      for (let seconds = 0; ; seconds += 1) {
        if (!slots.isDeclined('unfit')) return seconds;
        vi.advanceTimersByTime(1_000);
      }
    });
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60]);
    expect([slots.isDeclined('other'), slots.free]).toEqual([false, 1]);
  });
});
