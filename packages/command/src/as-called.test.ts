import { expect, it } from 'vitest';
import { asCalled, fixesAsCalled } from './as-called.js';

const npx = { npm_command: 'exec' };

it.each([
  ['Trust it with: loadout trust', 'Trust it with: npx @loadout/cli trust'],
  ['Run loadout lock, then loadout check.', 'Run npx @loadout/cli lock, then npx @loadout/cli check.'],
  ['npm install @loadout/cli', 'npm install @loadout/cli'],
  ['The folder ~/.loadout is kept, and loadout.lock with it.', 'The folder ~/.loadout is kept, and loadout.lock with it.'],
  ['my-loadout trust', 'my-loadout trust'],
])('a command is named as npx needs it where npx runs it: %s', (text, said) => {
  expect([asCalled(text, npx), asCalled(text, {})]).toEqual([said, text]);
  expect(fixesAsCalled([{ fix: text }, {}], npx)).toEqual([{ fix: said }, {}]);
});
