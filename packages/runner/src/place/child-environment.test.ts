import { homedir } from 'node:os';
import { expect, it } from 'vitest';
import { childEnvironment } from './child-environment.js';

it('a child gets the variables that a program needs and the tag of an outer run, but no key of any name (TOOL-BASH-11)', () => {
  const env = { PATH: '/bin', LC_ALL: 'C', LOADOUT_RUN: 'outer', ANTHROPIC_API_KEY: 'k', GITHUB_TOKEN: 't', MY_SETTING: 's' };
  expect(childEnvironment(env)).toEqual({ HOME: homedir(), PATH: '/bin', LC_ALL: 'C', LOADOUT_RUN: 'outer' });
});

it.each([undefined, ''])('a child always has a home: with HOME %j that of the user (GAP-B1)', (HOME) => {
  expect(childEnvironment({ HOME })).toEqual({ HOME: homedir() });
  expect(childEnvironment({ HOME: '/h' })).toEqual({ HOME: '/h' });
});
