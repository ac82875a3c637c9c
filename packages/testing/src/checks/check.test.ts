import { describe, expect, it } from 'vitest';
import { LIMIT_MS } from '../mount/call-limit.js';
import { checksOf, register } from './check.js';

describe('a check of the kit (GAP-F11)', () => {
  it('has a time limit of its own, above those of its calls, which a runner that ends tests after seconds gets', () => {
    const limits: number[] = [];
    const check = checksOf('A tool');
    const checks = [check('has a name', () => undefined), check('ends', () => undefined)];
    const runner = {
      describe: (_: string, body: () => void) => body(),
      it: (_name: string, _body: () => Promise<void>, timeoutMs: number) => limits.push(timeoutMs),
    };
    register('A tool', { runner, checks });
    expect(limits.length).toBe(2);
    for (const limit of limits) expect(limit).toBeGreaterThan(3 * LIMIT_MS);
  });
});
