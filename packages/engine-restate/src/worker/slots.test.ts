import { describe, expect, it } from 'vitest';
import { Slots } from './slots.js';

const never = new AbortController().signal;

describe('the places of a worker', () => {
  it('are given in the order of the questions', async () => {
    const slots = new Slots(1);
    const order: string[] = [];
    const first = await slots.take(never);
    const second = slots.take(never).then((release) => {
      order.push('second');
      return release;
    });
    const third = slots.take(never).then(() => order.push('third'));
    first();
    (await second)();
    await third;
    expect(order).toEqual(['second', 'third']);
  });

  it('are free once, however often a release is called', async () => {
    const slots = new Slots(1);
    const release = await slots.take(never);
    release();
    release();
    const one = await slots.take(never);
    let isTaken = false;
    void slots.take(never).then(() => {
      isTaken = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isTaken).toBe(false);
    one();
  });

  it('are not given to a run that was cancelled while it waited', async () => {
    const slots = new Slots(1);
    const release = await slots.take(never);
    const controller = new AbortController();
    const cancelled = slots.take(controller.signal);
    const next = slots.take(never);
    controller.abort(new Error('cancelled'));
    await expect(cancelled).rejects.toThrow('cancelled');
    release();
    (await next)();
    await slots.whenFree();
  });

  it('are not taken by a run that was cancelled before', async () => {
    const slots = new Slots(1);
    await expect(slots.take(AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled');
    await slots.whenFree();
  });
});
