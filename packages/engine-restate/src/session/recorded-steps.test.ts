import { describe, expect, it } from 'vitest';
import type { RoundEnd, Step } from '../record/step.js';
import { RecordedSteps, type Recording } from './recorded-steps.js';
import type { Round } from './round.js';

const END: RoundEnd = { outcome: 'success', text: '', turns: 1, toolCalls: 0, costUsd: 0, asks: [] };
const step = (at: number, end?: RoundEnd): Step => ({ records: [{ t: 'note', at } as never], end });
const numberOf = ({ records }: Step) => records.map(({ at }) => at)[0];

class CancelledError extends Error {}

/** A journal that has some steps already, and records others when `record` is called. It acts as the SDK's context and promises. */
function journalWith(before: readonly Step[] = []) {
  const open: (() => void)[] = [];
  const names: string[] = [];
  let cancel: ((error: Error) => void) | undefined;
  let isCancelled = false;
  const ctx = {
    run: (name: string, action: () => Promise<Step>): Promise<Step> => {
      const known = before[names.push(name) - 1];
      if (known !== undefined) return Promise.resolve(known);
      const taken = action();
      const recorded = new Promise<void>((resolve) => open.push(resolve));
      return taken.then(async (value) => {
        await recorded;
        return value;
      });
    },
  };
  const race = (promises: readonly Promise<Step>[]) =>
    Promise.race(
      [
        ...promises,
        new Promise<never>((_, reject) => {
          cancel = reject;
          if (isCancelled) reject(new CancelledError('cancelled'));
          isCancelled = false;
        }),
      ].reverse(),
    );
  const start = (recording: Pick<Recording, 'start'>) =>
    new RecordedSteps({ ctx, restate: { RestatePromise: { race }, CancelledError }, ...recording } as unknown as Recording);
  return {
    names,
    start,
    /** Acknowledges the oldest step that is open. */
    record: () => open.splice(0, 1).forEach((resolve) => void resolve()),
    /** Cancels the prompt, whose handler hears of it where it waits, or where it waits next. */
    cancel: () => {
      if (cancel === undefined) isCancelled = true;
      else cancel(new CancelledError('cancelled'));
    },
  };
}

/** A round of so many steps, and what happened to it, in order. */
function roundOf(count: number) {
  const told: string[] = [];
  let last = count;
  let at = 0;
  const round: Round = {
    take: async () => {
      const number = ++at;
      told.push(`take ${number}`);
      return { step: step(number, number >= last ? END : undefined), confirm: () => told.push(`confirm ${number}`) };
    },
    cancel: () => {
      told.push('cancel');
      last = at + 1;
    },
    lose: () => told.push('lose'),
    whenEnded: async () => {},
  };
  return { told, round };
}

/** Lets everything run that waits for promises alone. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the recorded steps of a round', () => {
  it('are taken two at a time, and each is confirmed when the engine has recorded it and not before', async () => {
    const journal = journalWith();
    const { told, round } = roundOf(9);
    const steps = journal.start({ start: async () => round });
    const first = steps.next();
    await turn();
    expect(told).toEqual(['take 1', 'take 2']);
    journal.record();
    expect(numberOf(await first)).toBe(1);
    expect(told).toEqual(['take 1', 'take 2', 'confirm 1']);
    const second = steps.next();
    await turn();
    expect(told).toEqual(['take 1', 'take 2', 'confirm 1', 'take 3']);
    journal.record();
    expect(numberOf(await second)).toBe(2);
    expect(told.at(-1)).toBe('confirm 2');
  });

  it('that are on record start nothing, and the next one starts the round after the caller has made use of all before', async () => {
    const journal = journalWith([step(1), step(2)]);
    const { told, round } = roundOf(9);
    const used: (number | undefined)[] = [];
    let usedAtStart: readonly unknown[] = [];
    const steps = journal.start({
      start: async () => {
        usedAtStart = [...used];
        return round;
      },
    });
    used.push(numberOf(await steps.next()));
    await turn();
    expect([steps.isLive, told]).toEqual([false, []]);
    used.push(numberOf(await steps.next()));
    await turn();
    expect(steps.isLive).toBe(false);
    const third = steps.next();
    journal.record();
    await third;
    expect([steps.isLive, usedAtStart]).toEqual([true, [1, 2]]);
  });

  it('take nothing after the end, although one more is asked for', async () => {
    const journal = journalWith();
    const { told, round } = roundOf(1);
    const steps = journal.start({ start: async () => round });
    const first = steps.next();
    await turn();
    journal.record();
    expect((await first).end).toEqual(END);
    await turn();
    expect([journal.names, told]).toEqual([
      ['step 1', 'step 2'],
      ['take 1', 'confirm 1'],
    ]);
  });

  it('go on to the end of the round when the prompt is cancelled, and none is lost', async () => {
    const journal = journalWith();
    const { told, round } = roundOf(99);
    const steps = journal.start({ start: async () => round });
    const found: Step[] = [];
    let next = steps.next();
    await turn();
    journal.cancel();
    await turn();
    expect([told.at(-1), steps.cancellation]).toEqual(['cancel', expect.any(CancelledError)]);
    for (;;) {
      journal.record();
      found.push(await next);
      if (found.at(-1)?.end !== undefined) break;
      next = steps.next();
      await turn();
    }
    expect(found.map(numberOf)).toEqual([1, 2, 3]);
  });

  it('end without a round when the prompt is cancelled before it has started, and a round that starts later is lost', async () => {
    const journal = journalWith();
    const { told, round } = roundOf(9);
    let started: (round: Round) => void = () => {};
    const steps = journal.start({
      start: () =>
        new Promise((resolve) => {
          started = resolve;
        }),
    });
    const first = steps.next();
    await turn();
    journal.cancel();
    await turn();
    journal.record();
    expect(await first).toMatchObject({ records: [], end: { outcome: 'interrupted' } });
    started(round);
    await turn();
    expect(told).toEqual(['lose']);
  });

  it('of a round that starts in the moment of the cancellation end as those of every cancelled round', async () => {
    const journal = journalWith();
    const { told, round } = roundOf(99);
    const steps = journal.start({
      start: async () => {
        queueMicrotask(journal.cancel);
        return round;
      },
    });
    const first = steps.next();
    await turn();
    journal.record();
    await first;
    expect(told.includes('cancel') || told.includes('lose')).toBe(true);
  });

  it('of a prompt that was cancelled on another worker start nothing here', async () => {
    const journal = journalWith([step(1)]);
    const { told, round } = roundOf(9);
    const steps = journal.start({ start: async () => round });
    journal.cancel();
    expect(numberOf(await steps.next())).toBe(1);
    const last = steps.next();
    await turn();
    journal.record();
    expect((await last).end?.outcome).toBe('interrupted');
    expect([steps.isLive, told]).toEqual([false, []]);
  });
});
