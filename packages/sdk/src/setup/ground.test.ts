import { stateDir as stateDirOfRunner } from '@loadout/runner';
import { expect, it } from 'vitest';
import { stateDir } from './ground.js';

it.each([
  [{ HOME: '/home/one' }],
  [{ HOME: '/home/one', XDG_STATE_HOME: '/state' }],
  [{ HOME: '/home/one', LOADOUT_STATE_DIR: '/own' }],
  [{}],
])('the state folder equals that of the runner for %j', (env) => {
  expect(stateDir(env)).toBe(stateDirOfRunner(env));
});
