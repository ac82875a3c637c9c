import { expect, it } from 'vitest';
import { type Figures, measuredOf, sumOf } from './histories.test-kit.js';

const EACH = 100;
const STARTS = Array.from({ length: 10 }, (_, at) => at * EACH + 1);
const all: Figures[] = [];

it.each(STARTS)('in 100 histories from number %i on, no refused call on record passes, and rules are few', async (start) => {
  const figures = await measuredOf(Array.from({ length: EACH }, (_, at) => start + at));
  all.push(figures);
  expect([figures.recordedWrong, figures.most <= 1.5]).toEqual([0, true]);
});

it('over these 1,000 histories with a hidden policy, few rules spare most questions, and hardly an unseen call passes wrongly', () => {
  const figures = sumOf(all);
  const { recordedWrong, unseen, unseenWrong, unasked, blocked, sparable, spared, deniable, denied, askable, asked } = figures;
  const { learned, hidden, most } = figures;
  expect(unseen).toBe(200_000);
  expect(recordedWrong).toBe(0);
  expect(unseenWrong / unseen).toBeLessThanOrEqual(0.001);
  expect(spared / sparable).toBeGreaterThanOrEqual(0.8);
  expect(most).toBeLessThanOrEqual(1.5);
  expect(unasked / unseen).toBeLessThanOrEqual(0.002);
  expect([denied / deniable > 0.8, asked / askable > 0.8, blocked / unseen < 0.01]).toEqual([true, true, true]);
  expect(learned / hidden).toBeGreaterThan(0.5);
});
