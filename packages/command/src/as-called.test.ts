import { expect, it } from 'vitest';
import { asCalled, fixesAsCalled, ownName } from './as-called.js';

const npx = { npm_config_user_agent: 'npm/11.19.1 node/v20.20.2 linux x64 workspaces/false' };

it.each([
  ['Trust it with: loadout trust', 'Trust it with: npx @loadout/cli trust'],
  ['loadout trust', 'npx @loadout/cli trust'],
  ['Write the command first: loadout <command> --json', 'Write the command first: npx @loadout/cli <command> --json'],
  ['Run loadout lock, then loadout check.', 'Run npx @loadout/cli lock, then npx @loadout/cli check.'],
  ['Correct it and run `loadout check`.', 'Correct it and run `npx @loadout/cli check`.'],
  ['Resume it there: cd /w && loadout run --resume 1', 'Resume it there: cd /w && npx @loadout/cli run --resume 1'],
  [
    'Allow it with loadout approve r a, or deny it with loadout deny.',
    'Allow it with npx @loadout/cli approve r a, or deny it with npx @loadout/cli deny.',
  ],
])('a command is named as npx needs it where npx runs it: %s', (text, said) => {
  expect([asCalled(text, npx), asCalled(text, {})]).toEqual([said, text]);
  expect(fixesAsCalled([{ fix: text }, {}], npx)).toEqual([{ fix: said }, {}]);
});

it.each([
  'npm install @loadout/cli',
  'The folder ~/.loadout is kept, and loadout.lock with it.',
  'my-loadout trust',
  'Write the script, or its path from /home/me/loadout agents.yaml.',
  'Write the script, or its path from /home/me/my loadout agents.',
  'Resume it there: cd "/home/me/the loadout project"',
  'Name it "loadout two".',
  'A clone runs with Loadout in its own folder.',
])('a name, a folder and a file are no command: %s', (text) => expect(asCalled(text, npx)).toBe(text));

it.each([
  ["'loadout'", 'npx @loadout/cli'],
  ['loadout run "Hi."', 'npx @loadout/cli'],
  ["'other-agent'", 'loadout'],
])('a loadout that is called below a program of npx has its own name: %s', (npm_lifecycle_script, name) => {
  expect(ownName({ ...npx, npm_lifecycle_script })).toBe(name);
});

it.each([
  [{ npm_config_user_agent: 'pnpm/9.15.9 npm/? node/v20.20.2 linux x64', npm_command: 'exec' }, 'pnpm exec loadout'],
  [{ npm_config_user_agent: 'pnpm/9.15.9 npm/? node/v20.20.2 linux x64' }, 'pnpm dlx @loadout/cli'],
  [{ npm_config_user_agent: 'yarn/1.22.22 npm/? node/v20.20.2 linux x64', npm_lifecycle_event: 'loadout' }, 'yarn loadout'],
  [{ npm_config_user_agent: 'yarn/4.18.1 npm/? node/v20.20.2 linux x64' }, 'yarn loadout'],
  [{ npm_config_user_agent: 'bun/1.4.5 npm/? node/v26.3.0 linux x64', npm_lifecycle_script: 'loadout' }, 'bunx @loadout/cli'],
  [{ npm_config_user_agent: 'another/1.0.0' }, 'loadout'],
  [{}, 'loadout'],
])('the command has the name that its package manager calls it by: %j', (env, name) => {
  expect(ownName(env)).toBe(name);
});
