import { expect, it } from 'vitest';
import { thresholdsOf } from './thresholds.js';

it('a threshold is a whole number of tokens, because people read it', () => {
  expect([32_768, 8192, 1_000_001].map((window) => thresholdsOf({}, window).trigger)).toSatisfy((triggers: number[]) =>
    triggers.every(Number.isInteger),
  );
  expect(thresholdsOf({ at: 0.333 }, 200_001).trigger).toSatisfy(Number.isInteger);
});
