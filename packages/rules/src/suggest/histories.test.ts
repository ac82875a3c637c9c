import { expect, it } from 'vitest';
import { measuredOf } from './histories.test-kit.js';

it('over four histories with a hidden policy, no refused call on record passes, and few rules spare most questions', async () => {
  const figures = await measuredOf(Array.from({ length: 4 }, (_, at) => at + 5));
  const { recordedWrong, unseen, unseenWrong, unasked, blocked, sparable, spared, deniable, denied, askable, asked } = figures;
  const { learned, hidden, most } = figures;
  expect(recordedWrong).toBe(0);
  expect(unseenWrong / unseen).toBeLessThanOrEqual(0.001);
  expect(spared / sparable).toBeGreaterThanOrEqual(0.8);
  expect(most).toBeLessThanOrEqual(1.5);
  expect(unasked / unseen).toBeLessThanOrEqual(0.002);
  expect([denied / deniable > 0.8, asked / askable > 0.8, blocked / unseen < 0.01]).toEqual([true, true, true]);
  expect(learned / hidden).toBeGreaterThan(0.5);
});
