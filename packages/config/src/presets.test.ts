import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { breadth } from '../../../tests/lib/breadth.js';
import { PRESET_TOOLS } from './layers/preset-tools.js';
import { load, makeSandbox, problems, TOOL_FS, TOOL_SHELL } from './load/sandbox.fixture.js';
import { presetFolder } from './packages/preset-file.js';

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

it('has a preset for each row and no other (POOL-18)', () =>
  expect(
    readdirSync(presetFolder())
      .map((name) => name.replace('.yaml', ''))
      .sort(),
  ).toEqual(Object.keys(ROWS)));

it.each(Object.entries(ROWS))('preset %s expands to exactly its row (POOL-18)', async (name, { tools, plugins }) => {
  const cwd = sandbox.project({ 'agent.config.yaml': `extends: preset:${name}\nagents: { a: {} }\n` });
  const { plan, warnings } = await load(cwd);
  expect(plan.agents.a?.tools).toEqual(tools);
  expect(plan.plugins.map((one) => one.mount)).toEqual(plugins);
  expect(warnings).toEqual([]);
});

it('a preset in the tools of one agent gives that agent its tools, beside those that it names (G7)', async () => {
  const cwd = sandbox.project({
    'agent.config.yaml': [
      'plugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell", agents: "@loadout/tool-agents" }',
      'defaults: { tools: ["preset:readonly"] }',
      'agents:',
      '  lead: { tools: ["preset:orchestrator", Write] }',
      '  tester: { tools: [Read, "preset:test"] }',
      '  reader: {}',
      '',
    ].join('\n'),
  });
  const { plan, warnings } = await load(cwd);
  expect(Object.values(plan.agents).map(({ name, tools }) => [name, tools])).toEqual([
    ['lead', ['Read', 'Grep', 'Glob', 'Agent', 'Write']],
    ['tester', ['Read', 'Bash', 'Grep']],
    ['reader', ['Read', 'Grep', 'Glob']],
  ]);
  expect(warnings).toEqual([]);
});

it.each(Object.entries(ROWS))('preset:%s means the same in a list of tools as in extends (G7)', (name, { tools }) =>
  expect(PRESET_TOOLS[name]).toEqual(tools),
);

it('a preset that is not there is told with its place (G7)', async () => {
  const file = 'plugins: { fs: "@loadout/tool-fs" }\nagents: { a: { tools: ["preset:reviw"] } }\n';
  const cwd = sandbox.project({ 'agent.config.yaml': file });
  const told = await load(cwd).then(
    ({ warnings }) => JSON.stringify(warnings),
    (error: { readonly problems?: unknown }) => JSON.stringify(error.problems),
  );
  expect(told).toContain('preset:reviw');
});

it('an agent extends presets and other agents of its file, whose plugins are there (G7)', async () => {
  const file = [
    'agents:',
    '  reader: { extends: "preset:readonly", limits: { turns: 5 }, permissions: { deny: ["Read(.env)"] } }',
    '  tester: { extends: [reader, "preset:test"], permissions: { deny: ["Read(secret)"] }, limits: { turns: 9 } }',
    '  writer: { extends: reader, tools: [Edit] }',
    '',
  ].join('\n');
  const { plan, warnings } = await load(sandbox.project({ 'agent.config.yaml': file }));
  expect(plan.plugins.map(({ mount }) => mount)).toEqual(['fs', 'shell']);
  expect(Object.values(plan.agents).map(({ name, tools }) => [name, tools])).toEqual([
    ['reader', ['Read', 'Grep', 'Glob']],
    ['tester', ['Bash', 'Read', 'Grep']],
    ['writer', ['Edit']],
  ]);
  const denied = plan.agents.tester?.permissions.rules.map(({ tool, specifier }) => `${tool}(${specifier})`);
  expect(denied).toEqual(expect.arrayContaining(['Read(.env)', 'Read(secret)']));
  expect(plan.agents.tester?.limits.turns).toBe(5);
  expect(JSON.stringify(warnings)).toContain('CONFIG_LIMIT_KEPT');
});

it.each([
  ['an agent that is not there', 'a: { extends: bb }\n  b: {}', 'CONFIG_EXTENDS', 'Write b.'],
  ['a preset that is not there', 'a: { extends: "preset:reed" }', 'CONFIG_EXTENDS', 'preset:readonly'],
  ['itself', 'a: { extends: a }', 'CONFIG_CYCLE', 'a -> a'],
  ['an agent that extends it', 'a: { extends: b }\n  b: { extends: [a] }', 'CONFIG_CYCLE', 'a -> b -> a'],
])('an agent that extends %s is an error at its line (G7)', async (_, agents, code, said) => {
  const cwd = sandbox.project({ 'agent.config.yaml': `plugins: { fs: "@loadout/tool-fs" }\nagents:\n  ${agents}\n` });
  const { problems } = await load(cwd).then(
    () => ({ problems: [] }),
    (error: { readonly problems: readonly unknown[] }) => error,
  );
  const told = JSON.stringify(problems);
  expect(told).toContain(code);
  expect(told).toContain(said);
  expect(told).toMatch(/"line":[34]/);
});

it.each([
  ['downwards', (index: number) => index - 1],
  ['upwards', (index: number) => index + 1],
])('agents that extend each other in a row have an end, %s (G7)', async (_, baseOf) => {
  const codes = async (count: number) => {
    const agents = Array.from({ length: count }, (_, index) => {
      const base = baseOf(index);
      const below = base >= 0 && base < count ? { extends: `a${base}` } : {};
      return [`a${index}`, { ...below, permissions: { deny: [`Read(${index})`] } }];
    });
    const file = JSON.stringify({ plugins: { fs: '@loadout/tool-fs' }, agents: Object.fromEntries(agents) });
    const cwd = sandbox.project({ 'agent.config.json': file });
    return problems(cwd);
  };
  expect(await codes(64)).toEqual([]);
  expect(await codes(65)).toHaveLength(1);
  expect(await codes(breadth(3_000, 300))).toContainEqual(expect.stringContaining('CONFIG_EXTENDS'));
});
