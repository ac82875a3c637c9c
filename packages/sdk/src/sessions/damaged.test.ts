import { readFileSync, writeFileSync } from 'node:fs';
import { isLoadoutError } from '@loadout/core';
import type { ReplayedSession } from '@loadout/sessions';
import { expect, it } from 'vitest';
import { breadth } from '../../../../tests/lib/breadth.js';
import { assistant, call, ended, project, replay, useOwnConfig, user, write } from './sessions.test-kit.js';

const FLIPS = breadth(1_000, 200);

useOwnConfig();

/** Yields the same numbers for the same seed. */
function* randomly(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    yield state / 2 ** 32;
  }
}

it(`a session of the Agent SDK with a flipped bit is read as it was, or refused as damaged, ${FLIPS} times (F10)`, () => {
  const { cwd, store } = project();
  const place = write({ cwd, store }, [
    user('One?'),
    assistant([{ type: 'text', text: 'I look.' }, call('a'), call('b')]),
    { t: 'started', id: 'a', name: 'Look', repeatable: true },
    ended('a'),
    { t: 'started', id: 'b', name: 'Look', repeatable: true },
    ended('b'),
    { t: 'results', ids: ['a', 'b'] },
    assistant('Done.'),
    user('Two?'),
    assistant('Done again.'),
  ]);
  const bytes = readFileSync(place.file);
  const before = replay(store, place).messages;
  const random = randomly(20261122);
  for (let flip = 0; flip < FLIPS; flip++) {
    const at = Math.floor(random.next().value * bytes.length);
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << Math.floor(random.next().value * 8));
    writeFileSync(place.file, damaged);
    const { messages, error } = attempt(() => replay(store, place));
    if (error !== undefined) expect(isLoadoutError(error) && error.code, `byte ${at}: ${error}`).toBe('SESSION_DAMAGED');
    else if (at !== bytes.length - 1) expect(messages, `byte ${at}`).toEqual(before);
  }
});

function attempt(read: () => ReplayedSession): { readonly messages?: ReplayedSession['messages']; readonly error?: unknown } {
  try {
    return { messages: read().messages };
  } catch (error) {
    return { error };
  }
}
