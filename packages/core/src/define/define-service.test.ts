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

  it('extends a key only with a type that has all of the key’s members', () => {
    interface Cancelling extends core.TaskRecords {
      count(): number;
    }
    const own: core.Service<Cancelling> = core.extendService(core.TaskRecords);
    expect(own).toEqual(core.TaskRecords);
    // @ts-expect-error: a count alone cannot update a record.
    const other: core.Service<{ count(): number }> = core.extendService(core.TaskRecords);
    expect(other.key).toBe('TaskStore');
  });
});
