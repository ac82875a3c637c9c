import { expect, it } from 'vitest';
import { childEnvironment } from './child-environment.js';

it('a child gets the variables that a program needs and the tag of an outer run, but no key of any name (TOOL-BASH-11)', () => {
  const env = { PATH: '/bin', LC_ALL: 'C', LOADOUT_RUN: 'outer', ANTHROPIC_API_KEY: 'k', GITHUB_TOKEN: 't', MY_SETTING: 's' };
  expect(childEnvironment(env, '/w')).toEqual({ PATH: '/bin', LC_ALL: 'C', LOADOUT_RUN: 'outer' });
});
