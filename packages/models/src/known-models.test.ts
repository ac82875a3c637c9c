import { describe, expect, it } from 'vitest';
import { knownModel } from './known-models.js';

describe('a model of Claude by its name (COST-03)', () => {
  it.each([
    ['claude-opus-4-20250514', 15],
    ['claude-opus-4@20250514', 15],
    ['us.anthropic.claude-sonnet-4-20250514-v1:0', 3],
    ['anthropic/claude-opus-4.5', undefined],
    ['claude-opus-4-5-20251101', 5],
    ['claude-opus-4-6', 5],
    ['claude-opus-4-8', 5],
    ['claude-opus-4-9', undefined],
    ['claude-sonnet-4-6', 3],
    ['claude-opus-5-51', undefined],
  ])('%s has its own price, and never that of an earlier number', (id, input) => {
    expect(knownModel(id)?.price.input).toBe(input);
  });
});
