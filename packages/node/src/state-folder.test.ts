import { userInfo } from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { cacheHome, homeOf, settingsDir } from './state-folder.js';

afterEach(() => vi.unstubAllEnvs());

it.each(['.', 'work', '', undefined])('with HOME=%j the home folder is that of the account', (HOME) => {
  vi.stubEnv('HOME', HOME);
  expect(homeOf({ HOME })).toBe(userInfo().homedir);
});

it('the home folder of an environment is its own', () => expect(homeOf({ HOME: '/home/ada' })).toBe('/home/ada'));

it.each([
  [{}, undefined],
  [{ HOME: '' }, undefined],
  [{ HOME: '.' }, undefined],
  [{ HOME: '.', XDG_CACHE_HOME: 'cache' }, undefined],
  [{ HOME: '/home/ann', XDG_CACHE_HOME: '' }, '/home/ann/.cache'],
  [{ HOME: '/home/ann', XDG_CACHE_HOME: './cache' }, '/home/ann/.cache'],
  [{ HOME: '/home/ann', XDG_CACHE_HOME: '/c' }, '/c'],
])('a cache is never in the folder of a repository: %j', (env, folder) => expect(cacheHome(env)).toBe(folder));

it.each([
  [{ HOME: '/home/ann' }, '/home/ann/.config/loadout'],
  [{ HOME: '/home/ann', XDG_CONFIG_HOME: './config' }, '/home/ann/.config/loadout'],
  [{ HOME: '/home/ann', XDG_CONFIG_HOME: '/c' }, '/c/loadout'],
])('settings are never read from the folder of a repository: %j', (env, folder) => expect(settingsDir(env)).toBe(folder));
