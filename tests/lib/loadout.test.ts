import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { environmentOf, project, root } from './loadout.js';

it('a command has a home in its folder, and none in the repository', () => {
  const cwd = project({});
  expect(environmentOf({ cwd }).HOME).toBe(join(cwd, '.home'));
  expect(environmentOf({ cwd: root, env: { HOME: cwd } }).HOME).toBe(cwd);
  for (const inside of [root, join(root, 'tests/lib')])
    expect(() => environmentOf({ cwd: inside })).toThrow('in the repository, where no test writes');
  expect(existsSync(join(root, 'tests/lib/.home'))).toBe(false);
});
