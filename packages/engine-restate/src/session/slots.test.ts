import fc from 'fast-check';
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

const RUN_IDS = ['a', 'b', 'c', 'd', 'e'] as const;

/** A moment of a worker: what happens to which run. */
const moment = fc.record({
  act: fc.constantFrom('arrive', 'end', 'claim', 'drop', 'late', 'wait', 'stop', 'rest'),
  run: fc.constantFrom(...RUN_IDS),
});

describe('the places of a worker, in whatever order runs arrive, end, are claimed and are waited for', () => {
  it('are never more than they are, none is lost, and nobody waits beside a free one', async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const law = async (count: number, moments: readonly { readonly act: string; readonly run: string }[]) => {
      const slots = new Slots(count);
      const releases: (() => void)[] = [];
      const waiting = new Set<AbortController>();
      const wait = () => {
        const stop = new AbortController();
        waiting.add(stop);
        void slots.whenFree(stop.signal).then(() => waiting.delete(stop));
      };
      const acts: Readonly<Record<string, (run: string) => void>> = {
        arrive: (run) => {
          const release = slots.enter(run);
          if (release !== undefined) releases.push(release);
        },
        end: () => releases.shift()?.(),
        // A worker claims a run only while it has a place.
        claim: (run) => (slots.free > 0 ? slots.claim(run) : undefined),
        drop: (run) => slots.drop(run),
        late: () => vi.advanceTimersByTime(5_000),
        wait,
        stop: () => [...waiting].at(0)?.abort(),
      };
      for (const { act, run } of moments) {
        acts[act]?.(run);
        expect(releases.length).toBeLessThanOrEqual(count);
        // Other moments follow in the same tick.
        if (act !== 'rest') continue;
        await settled();
        if (slots.free > 0) expect(waiting.size).toBe(0);
      }
      vi.advanceTimersByTime(5_000);
      for (const release of releases) release();
      await slots.whenEmpty();
      await settled();
      expect([slots.free, waiting.size]).toEqual([count, 0]);
    };
    await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(moment, { maxLength: 40 }), law), {
      numRuns: 3_000,
    });
  });
});

/** Resolves after all that was woken has looked. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
