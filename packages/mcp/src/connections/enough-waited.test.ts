import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { enoughWaited, PEOPLE_WAIT_MS } from './first-wait.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A wait whose tools come when the test says so. */
function wait() {
  let tools = 0;
  let isOver = false;
  let change = () => {};
  const { settled, end } = enoughWaited({
    canBegin: () => tools > 0,
    onChange: (listener) => {
      change = listener;
      return () => {
        change = () => {};
      };
    },
  });
  void settled.then(() => {
    isOver = true;
  });
  const come = () => {
    tools++;
    change();
  };
  return { come, end, isOver: async () => await Promise.resolve(isOver).then(() => isOver) };
}

it('ends after three seconds where the model has a tool, and not before (GAP-G9)', async () => {
  const { come, isOver } = wait();
  come();
  vi.advanceTimersByTime(PEOPLE_WAIT_MS - 1);
  expect(await isOver()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await isOver()).toBe(true);
});

it('ends later with the first tool, where the model had none (GAP-G9)', async () => {
  const { come, isOver } = wait();
  vi.advanceTimersByTime(20 * PEOPLE_WAIT_MS);
  expect(await isOver()).toBe(false);
  come();
  expect(await isOver()).toBe(true);
});

it('hears nothing when the wait has ended otherwise', async () => {
  const { come, end, isOver } = wait();
  end();
  vi.advanceTimersByTime(PEOPLE_WAIT_MS);
  come();
  expect(await isOver()).toBe(false);
});
