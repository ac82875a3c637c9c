import { describe, expect, it } from 'vitest';
import { checkLabel, needsKey } from './needs.js';

const PLAN = 'a'.repeat(64);

describe('the requirements of a run', () => {
  it('are never the beginning of others', () => {
    const keys = [undefined, 'gpu', 'gpu-2', 'gp'].map((label) => needsKey({ plan: PLAN, label }));
    for (const one of keys) expect(keys.filter((other) => other.startsWith(one))).toEqual([one]);
  });

  it.each(['gpu', 'eu-west-1', '4090'])('may include the label %s', (label) => {
    expect(() => checkLabel(label)).not.toThrow();
  });

  // A label is part of a query to the engine.
  it.each(['', 'GPU', 'a.b', "a'b", 'a%', 'a_b', '-a', 'a'.repeat(41)])('refuse the label %j', (label) => {
    expect(() => checkLabel(label)).toThrow('is not a label of a worker');
  });
});
