import { afterAll, beforeAll, expect, it } from 'vitest';
import { presetNames } from './layers/preset-file.js';
import { load, makeSandbox, TOOL_FS, TOOL_SHELL } from './load/sandbox.fixture.js';

const PLUGINS = {
  fs: TOOL_FS,
  shell: TOOL_SHELL,
  web: { tools: [{ name: 'WebSearch' }, { name: 'WebFetch' }] },
  agents: { tools: [{ name: 'Agent', aliases: ['Task'] }] },
  tasks: { tools: [{ name: 'TodoWrite' }] },
  session: { tools: [{ name: 'AskUserQuestion' }] },
  lsp: { tools: [{ name: 'LSP' }] },
  git: { tools: [{ name: 'EnterWorktree' }] },
  schedule: { tools: [{ name: 'CronCreate' }] },
};

const sandbox = makeSandbox();
beforeAll(() => {
  for (const [name, manifest] of Object.entries(PLUGINS))
    sandbox.install(`@loadout/tool-${name}`, { names: 'bare', ...manifest });
});
afterAll(() => sandbox.remove());

const ROWS = {
  full: { tools: ['Read', 'Edit', 'Write', 'Grep', 'Glob', 'Bash'], plugins: ['fs', 'shell'] },
  interactive: { tools: ['*'], plugins: Object.keys(PLUGINS) },
  modify: { tools: ['Read', 'Edit', 'Write', 'Grep', 'Glob'], plugins: ['fs'] },
  orchestrator: { tools: ['Read', 'Grep', 'Glob', 'Agent'], plugins: ['fs', 'agents'] },
  readonly: { tools: ['Read', 'Grep', 'Glob'], plugins: ['fs'] },
  research: { tools: ['WebSearch', 'WebFetch', 'Read'], plugins: ['fs', 'web'] },
  review: { tools: ['Read', 'Grep', 'Glob'], plugins: ['fs'] },
  test: { tools: ['Bash', 'Read', 'Grep'], plugins: ['fs', 'shell'] },
};

it('has a preset for each row and no other (POOL-18)', () => expect(presetNames()).toEqual(Object.keys(ROWS)));

it.each(Object.entries(ROWS))('preset %s expands to exactly its row (POOL-18)', async (name, { tools, plugins }) => {
  const cwd = sandbox.project({ 'agent.config.yaml': `extends: preset:${name}\nagents: { a: {} }\n` });
  const { plan, warnings } = await load(cwd);
  expect(plan.agents.a?.tools).toEqual(tools);
  expect(plan.plugins.map((one) => one.mount)).toEqual(plugins);
  expect(warnings).toEqual([]);
});
