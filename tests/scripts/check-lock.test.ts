import { describe, expect, it } from 'vitest';
import { loadScript } from './load-script.js';

const { lockProblems } = await loadScript<{ lockProblems(lock: unknown): string[] }>('check-lock.mjs');
const lock = (packages: Record<string, object>) => ({ lockfileVersion: 3, packages });

describe('the lock file', () => {
  it('is good when every optional dependency has an entry, next to it or above', () => {
    const good = lock({
      '': {},
      'packages/a': { optionalDependencies: { top: '1.0.0' } },
      'node_modules/top': { version: '1.0.0', optionalDependencies: { own: '1', high: '2' } },
      'node_modules/top/node_modules/own': { version: '1.0.0' },
      'node_modules/high': { version: '2.0.0' },
      'node_modules/@loadout/a': { resolved: 'packages/a', link: true },
    });
    expect(lockProblems(good)).toEqual([]);
  });

  it('has a hole when an optional dependency has none, and every hole is listed', () => {
    const holed = lock({
      'node_modules/tool': {
        optionalDependencies: { '@tool/darwin': '1.2.3', '@tool/linux': '1.2.3', '@tool/windows': '1.2.3' },
      },
      'node_modules/@tool/linux': {},
    });
    expect(lockProblems(holed)).toEqual([
      'node_modules/tool: the optional dependency @tool/darwin@1.2.3 has no entry in the lock file.',
      'node_modules/tool: the optional dependency @tool/windows@1.2.3 has no entry in the lock file.',
    ]);
  });

  it('does not take an entry below a sibling for its own', () => {
    const holed = lock({
      'node_modules/tool': { optionalDependencies: { part: '1' } },
      'node_modules/other/node_modules/part': {},
    });
    expect(lockProblems(holed)).toHaveLength(1);
  });

  it('names no server', () => {
    const [problem] = lockProblems(lock({ 'node_modules/a': { resolved: 'https://registry.test/a/-/a-1.0.0.tgz' } }));
    expect(problem).toBe('node_modules/a: "resolved" names the server https://registry.test/a/-/a-1.0.0.tgz.');
  });
});
