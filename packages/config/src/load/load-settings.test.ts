import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { load, makeSandbox, problems } from './sandbox.fixture.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

const project = () => sandbox.project({ 'agent.config.yaml': 'agents: { a: {} }\n' });

it.each(['userFile', 'managedFile'] as const)(
  'settings that are a link to nothing are an error, since their rules are missed (%s)',
  async (which) => {
    const cwd = project();
    symlinkSync('nothing', join(cwd, 'settings.yaml'));
    expect(await problems(cwd, { [which]: join(cwd, 'settings.yaml') })).toEqual(['CONFIG_UNREADABLE ']);
  },
);

it('a place of settings that cannot be looked at is an error for those of the administrator, and none for those of the user', async () => {
  const cwd = project();
  symlinkSync('circle', join(cwd, 'circle'));
  const file = join(cwd, 'circle/settings.yaml');
  expect(await problems(cwd, { managedFile: file })).toEqual(['CONFIG_UNREADABLE ']);
  expect((await load(cwd, { userFile: file })).plan.agents).toHaveProperty('a');
});
