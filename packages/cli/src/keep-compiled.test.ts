import { expect, it } from 'vitest';
import { folderOfUser } from './keep-compiled.js';

it.each([
  [{ HOME: '/home/one' }, '/home/one/.cache/loadout/compiled'],
  [{ HOME: '/home/one', XDG_CACHE_HOME: '/cache' }, '/cache/loadout/compiled'],
  [{ HOME: '' }, undefined],
  [{}, undefined],
])('what was compiled is kept among the files of this user: %j', (env, folder) => {
  expect(folderOfUser(env)).toBe(folder);
});
