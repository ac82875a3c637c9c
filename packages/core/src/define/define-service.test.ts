import { describe, expect, it } from 'vitest';
import * as core from '../index.js';

const isKey = (value: unknown): value is core.Service<unknown> =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'key';

describe('a key of a service has one type', () => {
  const keys = (Object.values(core) as readonly unknown[]).filter(isKey);

  it('refuses to define a key of core again', () => {
    expect(keys.length).toBeGreaterThan(15);
    for (const { key } of keys) expect(() => core.defineService<object>(key)).toThrow(`"${key}" belongs to @loadout/core`);
  });
});
