import { expect, it } from 'vitest';
import { estimateTokens } from './thresholds.js';

const text = (length: number) => ({ type: 'text' as const, text: 'x'.repeat(length) });
const picture = (bytes: number) => ({
  type: 'image' as const,
  source: { type: 'base64' as const, media_type: 'image/png' as const, data: 'A'.repeat(bytes) },
});

it('text counts by its length', () => {
  const [short, long] = [estimateTokens([{ content: [text(400)] }]), estimateTokens([{ content: [text(4400)] }])];
  expect(long - short).toBe(1000);
});

it('a picture counts the same for any number of bytes, also in the result of a tool', () => {
  const inResult = (bytes: number) => ({
    content: [{ type: 'tool_result' as const, tool_use_id: 't', content: [picture(bytes), text(400)] }],
  });
  expect(estimateTokens([inResult(4_000_000)])).toBe(estimateTokens([inResult(40)]));
  expect(estimateTokens([inResult(40)])).toBeGreaterThan(1600 + 100);
});
