import { expect, it } from 'vitest';
import { FlattenedBatches } from './flattened-batches.js';

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = [];
  for await (const item of items) taken.push(item);
  return taken;
}

it('hands out all items in order, whatever the size of a batch', async () => {
  async function* batches() {
    yield [];
    yield [1];
    yield [2, 3, undefined];
    yield [];
    yield [4];
  }
  expect(await all(new FlattenedBatches(batches()))).toEqual([1, 2, 3, undefined, 4]);
});

it('throws the error of the batches after the items before it', async () => {
  async function* batches() {
    yield [1, 2];
    throw new Error('cut');
  }
  const items = new FlattenedBatches(batches());
  expect([await items.next(), await items.next()].map(({ value }) => value)).toEqual([1, 2]);
  await expect(items.next()).rejects.toThrow('cut');
  expect(await items.next()).toEqual({ value: undefined, done: true });
});

it('ends the batches when its reader leaves in the middle of one, and hands out nothing afterwards', async () => {
  let isClosed = false;
  async function* batches() {
    try {
      yield [1, 2, 3];
    } finally {
      isClosed = true;
    }
  }
  const items = new FlattenedBatches(batches());
  for await (const item of items) if (item === 2) break;
  expect(isClosed).toBe(true);
  expect(await items.next()).toEqual({ value: undefined, done: true });
});

it('keeps the order for a reader that asks for several items at once', async () => {
  async function* batches() {
    for (const batch of [[1, 2, 3], [], [4], [5, 6]]) {
      await Promise.resolve();
      yield batch;
    }
  }
  const items = new FlattenedBatches(batches());
  const taken = await Promise.all(Array.from({ length: 8 }, () => items.next()));
  expect(taken.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6, undefined, undefined]);
});
