import { expect, it } from 'vitest';
import { measuredUpTo } from './histories.test-kit.js';

it('over 1,000 histories with a hidden policy, no refused call on record passes, and few rules spare most questions', async () => {
  const { recordedWrong, unseen, unseenWrong, sparable, spared, learned, hidden, most } = await measuredUpTo(1_000);
  expect(recordedWrong).toBe(0);
  expect(unseenWrong / unseen).toBeLessThanOrEqual(0.001);
  expect(spared / sparable).toBeGreaterThanOrEqual(0.8);
  expect(most).toBeLessThanOrEqual(1.5);
  expect(learned / hidden).toBeGreaterThan(0.5);
});
