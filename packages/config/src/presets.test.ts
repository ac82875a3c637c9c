import { afterAll, beforeAll, expect, it } from 'vitest';
import { presetNames } from './layers/preset-file.js';
import { load, makeSandbox, TOOL_FS, TOOL_SHELL } from './load/sandbox.fixture.js';

const sandbox = makeSandbox();
beforeAll(() => {
  sandbox.install('@loadout/tool-fs', TOOL_FS);
  sandbox.install('@loadout/tool-shell', TOOL_SHELL);
});
afterAll(() => sandbox.remove());

const ROWS = {
  full: ['Read', 'Edit', 'Write', 'Grep', 'Glob', 'Bash'],
  modify: ['Read', 'Edit', 'Write', 'Grep', 'Glob'],
  readonly: ['Read', 'Grep', 'Glob'],
  review: ['Read', 'Grep', 'Glob'],
  test: ['Bash', 'Read', 'Grep'],
};

it('has a preset for each row and no other (POOL-18)', () => expect(presetNames()).toEqual(Object.keys(ROWS)));

it.each(Object.entries(ROWS))('preset %s expands to exactly its row (POOL-18)', async (name, tools) => {
  const cwd = sandbox.project({ 'agent.config.yaml': `extends: preset:${name}\nagents: { a: {} }\n` });
  const { plan, warnings } = await load(cwd);
  expect(plan.agents.a?.tools).toEqual(tools);
  expect(plan.plugins.map((one) => one.mount)).toEqual(tools.includes('Bash') ? ['fs', 'shell'] : ['fs']);
  expect(warnings).toEqual([]);
});
