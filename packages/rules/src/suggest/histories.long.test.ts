import { expect, it } from 'vitest';
import { measured } from './histories.test-kit.js';

it('over 1,000 histories with a hidden policy, no refused call on record passes, and the figures hold', async () => {
  let [wrong, unseenWrong, unseen, sparable, spared, learned, hidden, most] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const one = await measured(seed);
    wrong += one.recordedWrong;
    unseenWrong += one.unseenWrong;
    unseen += one.unseen;
    sparable += one.sparable;
    spared += one.spared;
    learned += one.learned;
    hidden += one.hidden;
    most = Math.max(most, one.learned / one.hidden);
  }
  console.info({ wrong, unseenWrong: unseenWrong / unseen, spared: spared / sparable, rules: learned / hidden, most });
  expect(wrong).toBe(0);
  expect(unseenWrong / unseen).toBeLessThanOrEqual(0.001);
  expect(spared / sparable).toBeGreaterThanOrEqual(0.8);
  expect(most).toBeLessThanOrEqual(1.5);
});
