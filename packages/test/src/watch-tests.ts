import type { Around } from './open-room.js';
import type { TestWish } from './read-test-wish.js';
import { testOnce } from './test-once.js';
import { eachChange } from './watch/each-change.js';

/** Runs the tests after each change, until an interrupt. Returns 0. */
export async function watchTests(wish: TestWish, around: Around): Promise<number> {
  await eachChange({
    ...around,
    file: wish.file,
    onWait: () => around.io.tell('Waiting for a change. Ctrl+C ends it.\n'),
    take: async ({ onRead }) => void (await testOnce(wish, { ...around, onRead })),
  });
  return 0;
}
