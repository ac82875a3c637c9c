import { type Around, inRoom } from './open-room.js';
import { shownFile } from './placed-failure.js';
import type { TestWish } from './read-test-wish.js';
import { staleCassettes } from './stale-cassettes.js';

/** Prints the cassettes that were recorded for another prompt, other tools or another model. Returns how many there are. */
export const listStale = (wish: TestWish, around: Around): Promise<number> =>
  inRoom(wish, around, async ({ room, tests }) => {
    const found = await staleCassettes(tests, room);
    for (const { test, differences, again } of found) {
      const { file, line, column } = test.at(['model', 'cassette']);
      around.io.out(
        `${shownFile(file, room.root)}:${line}:${column}  ${test.name}: ${differences.join(', ')}. Record it: ${again}\n`,
      );
    }
    if (found.length === 0) around.io.out('No cassette is stale.\n');
    return found.length;
  });
