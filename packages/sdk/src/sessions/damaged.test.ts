import { readFileSync, writeFileSync } from 'node:fs';
import { isLoadoutError } from '@loadout/core';
import { expect, it } from 'vitest';
import { recordProblem } from '../../../runner/src/session/check-record.js';
import { assistant, call, ended, project, replay, useOwnConfig, user, write } from './sessions.test-kit.js';

const FLIPS = 1_000;

useOwnConfig();

/** Gives the same numbers for one seed. */
function* randomly(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    yield state / 2 ** 32;
  }
}

it(`a session of the Agent SDK with a flipped bit is read, or refused as damaged, ${FLIPS} times (F10)`, () => {
  const { cwd, store } = project();
  const place = write({ cwd, store }, [
    user('One?'),
    assistant([{ type: 'text', text: 'I look.' }, call('a')]),
    { t: 'started', id: 'a', name: 'Look', repeatable: true },
    ended('a'),
    { t: 'results', ids: ['a'] },
    assistant('Done.'),
  ]);
  const bytes = readFileSync(place.file);
  const random = randomly(20261122);
  for (let flip = 0; flip < FLIPS; flip++) {
    const at = Math.floor(random.next().value * bytes.length);
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << Math.floor(random.next().value * 8));
    writeFileSync(place.file, damaged);
    try {
      replay(store, place);
      expect(store.read(place).map(recordProblem).filter(Boolean), `byte ${at}`).toEqual([]);
    } catch (error) {
      expect(isLoadoutError(error) && error.code, `byte ${at}: ${String(error)}`).toBe('SESSION_DAMAGED');
    }
  }
});
