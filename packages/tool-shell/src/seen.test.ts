import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SeenFiles } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { setUp } from './testing/context.js';

async function setUpSeen(changed: () => readonly string[] = () => []) {
  const seen: string[] = [];
  const files: SeenFiles = { sawWhole: (path) => void seen.push(path), changed };
  const bench = await setUp({}, { services: [[SeenFiles, files]] });
  writeFileSync(join(bench.folder, 'f'), 'one\ntwo\n');
  writeFileSync(join(bench.folder, 'g'), 'three\n');
  return { bench, seen };
}

describe('a file that a command shows (TOOL-BASH-13)', () => {
  it.each(['cat f', 'head f', 'head -n 2 f', 'tail -n 5 f', 'grep "" f'])(
    '%s: counts as read when all of it was shown',
    async (command) => {
      const { bench, seen } = await setUpSeen();
      await bench.call({ command });
      expect(seen).toEqual([join(bench.folder, 'f')]);
    },
  );

  it.each([
    'head -n 1 f',
    'grep one f',
    'cat f | head',
    'cat f g',
    'cat f; true',
    'cat f > h',
    'wc f',
    'cat nope',
    'cat -n f',
    'cat "$F"',
  ])('%s: does not count as read', async (command) => {
    const { bench, seen } = await setUpSeen();
    await bench.call({ command });
    expect(seen).toEqual([]);
  });

  it('does not count as read when it is longer than what the model is shown', async () => {
    const { bench, seen } = await setUpSeen();
    writeFileSync(join(bench.folder, 'f'), 'x'.repeat(30_001));
    await bench.call({ command: 'cat f' });
    expect(seen).toEqual([]);
  });
});

describe('files that a command changed (TOOL-BASH-13)', () => {
  it('are named once, at most five of them', async () => {
    let changed: readonly string[] = ['/a'];
    const { bench } = await setUpSeen(() => changed);
    const told = async () => (await bench.call({ command: 'touch x' })).content;
    expect(await told()).toBe('(no output)\n(Changed since they were read: /a.)');
    expect(await told()).toBe('(no output)');
    changed = ['/a', '/b', '/c', '/d', '/e', '/f', '/g'];
    expect(await told()).toBe('(no output)\n(Changed since they were read: /b, /c, /d, /e, /f and 1 more.)');
    changed = [];
    expect(await told()).toBe('(no output)');
    changed = ['/a'];
    expect(await told()).toContain('/a');
  });
});
