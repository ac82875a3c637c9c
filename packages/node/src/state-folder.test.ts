import { userInfo } from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { homeOf } from './state-folder.js';

afterEach(() => vi.unstubAllEnvs());

it.each(['.', 'work', '', undefined])('with HOME=%j the home folder is that of the account', (HOME) => {
  vi.stubEnv('HOME', HOME);
  expect(homeOf({ HOME })).toBe(userInfo().homedir);
});

it('the home folder of an environment is its own', () => expect(homeOf({ HOME: '/home/ada' })).toBe('/home/ada'));
