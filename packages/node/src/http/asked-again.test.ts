import { expect, it } from 'vitest';
import { oneByOne } from './asked-again.js';

async function* batches(log: string[]): AsyncGenerator<readonly number[], void> {
  try {
    yield [1, 2];
    yield [];
    yield [3];
    throw new Error('broken off');
  } finally {
    log.push('closed');
  }
}

it('items of batches come one by one, and then the error of the batches', async () => {
  const [seen, log]: [number[], string[]] = [[], []];
  const read = async () => {
    for await (const item of oneByOne(batches(log))) seen.push(item);
  };
  await expect(read()).rejects.toThrow('broken off');
  expect([seen, log]).toEqual([[1, 2, 3], ['closed']]);
});

it('a reader that stops inside of a batch closes the batches', async () => {
  const log: string[] = [];
  const items = oneByOne(batches(log));
  for await (const item of items) if (item === 1) break;
  expect(log).toEqual(['closed']);
  expect(await items.next()).toEqual({ done: true, value: undefined });
});

it('items that are asked for at once are all given, in their order, before the error of the batches', async () => {
  const items = oneByOne(batches([]));
  const given = await Promise.allSettled([1, 2, 3, 4, 5].map(() => items.next()));
  const seen = given.map((one) => (one.status === 'fulfilled' ? one.value.value : String(one.reason)));
  expect(seen).toEqual([1, 2, 3, 'Error: broken off', undefined]);
});

it('a reader that stops while it waits gets nothing after that', async () => {
  const items = oneByOne(batches([]));
  const first = items.next();
  await items.return?.();
  expect([(await first).value, await items.next()]).toEqual([1, { done: true, value: undefined }]);
});
