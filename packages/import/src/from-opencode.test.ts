import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { load, makeSandbox } from '../../config/src/load/sandbox.fixture.js';
import { importConfig } from './import-config.js';

const sandbox = makeSandbox();
const manifestOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../${name}/package.json`, import.meta.url), 'utf8')).loadout;
beforeAll(() => {
  for (const name of ['tool-agents', 'tool-fs', 'tool-shell', 'tool-tasks', 'tool-web', 'mcp', 'model-anthropic', 'model-openai'])
    sandbox.install(`@loadout/${name}`, manifestOf(name));
});
afterAll(() => sandbox.remove());

async function imported(document: unknown, files: Readonly<Record<string, string>> = {}) {
  const cwd = sandbox.project({ 'opencode.json': JSON.stringify(document), ...files });
  const { from, text, losses } = await importConfig({ file: join(cwd, 'opencode.json') });
  writeFileSync(join(cwd, 'agent.config.yaml'), text);
  const { plan } = await load(cwd, { keepParams: true });
  return { from, plan, text, losses: losses.map((line) => line.replace(/^\S+ /, '')) };
}

const SCHEMA = { $schema: 'https://opencode.ai/config.json' };
const ALL = ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash', 'WebFetch', 'TodoWrite'];

it('a file of opencode becomes its agents, with tools, servers, files and models (GAP-A3)', async () => {
  const { from, plan, losses } = await imported(
    {
      ...SCHEMA,
      theme: 'system',
      model: 'openai/gpt-5',
      small_model: 'ollama/qwen3',
      instructions: ['CONTRIBUTING.md', 'docs/*.md'],
      mcp: {
        notes: { type: 'local', command: ['npx', '-y', '@acme/notes'], environment: { KEY: '{env:NOTES_KEY}' } },
        docs: { type: 'remote', url: 'https://docs.example/mcp', headers: { Authorization: 'Bearer {env:DOCS}' } },
        old: { type: 'local', command: ['x'], enabled: false },
      },
      agent: {
        work: { description: 'Works', prompt: 'Work for $5.', temperature: 0.2 },
        review: {
          mode: 'subagent',
          prompt: '{file:./review.md}',
          tools: { write: false, edit: false, bash: false, 'docs*': false },
        },
        gone: { disable: true },
      },
    },
    { 'CONTRIBUTING.md': 'Use tabs.', 'review.md': 'Review.' },
  );
  expect(from).toBe('opencode');
  expect(plan.smallModel).toBe('ollama/qwen3');
  expect(Object.keys(plan.agents)).toEqual(['work', 'review']);
  expect(plan.agents.work).toMatchObject({
    models: ['work'],
    tools: [...ALL, 'mcp__notes__*', 'mcp__docs__*', 'Agent'],
    subagents: { review: {} },
    instructions: expect.stringContaining('Work for $5.'),
  });
  expect(plan.models.work).toMatchObject({ provider: 'openai', id: 'gpt-5', temperature: 0.2 });
  expect(plan.agents.review).toMatchObject({
    models: ['openai/gpt-5'],
    tools: ['Read', 'Glob', 'Grep', 'WebFetch', 'TodoWrite', 'mcp__notes__*'],
  });
  expect(plan.mcpServers).toMatchObject({
    notes: { options: { command: 'npx', args: ['-y', '@acme/notes'] } },
    docs: { options: { type: 'http', url: 'https://docs.example/mcp' } },
  });
  expect(losses).toEqual([
    'instructions[1]: docs/*.md is a pattern of files; name the files under instructions',
    'mcp.old: it is switched off',
  ]);
});

it('its permissions become rules that allow no more (GAP-A3)', async () => {
  const { plan, losses } = await imported({
    ...SCHEMA,
    permission: {
      edit: 'ask',
      webfetch: 'deny',
      bash: { '*': 'deny', 'git status*': 'allow', 'git * x': 'allow', 'rm *': 'deny' },
    },
  });
  expect(plan.permissions.rules.map(({ behavior, tool, specifier }) => [behavior, tool, specifier])).toEqual([
    ['deny', 'WebFetch', undefined],
    ['deny', 'Bash', 'rm *'],
    ['ask', 'Edit', undefined],
    ['ask', 'Write', undefined],
    ['allow', 'Bash', 'git status:*'],
  ]);
  expect(losses).toEqual([
    'permission.bash.*: other commands are asked about, since a deny would hold for the allowed ones too',
    'permission.bash["git * x"]: the rule has no counterpart',
  ]);
});

it('a file without agents has the one that is always there', async () => {
  const { plan } = await imported({ ...SCHEMA, model: 'anthropic/claude-sonnet-4-5', tools: { bash: false } });
  expect(plan.agents.build).toMatchObject({
    models: ['anthropic/claude-sonnet-4-5'],
    tools: ALL.filter((tool) => tool !== 'Bash'),
  });
});

it('a wrong file is imported as far as possible', async () => {
  const { plan } = await imported({
    ...SCHEMA,
    agent: { a: 3, b: { tools: [], prompt: {} } },
    mcp: 3,
    permission: 3,
    instructions: {},
  });
  expect(Object.keys(plan.agents)).toEqual(['a', 'b']);
});

it('a file is known by its name where its content names no schema and no server (GAP-A3)', async () => {
  const { from, plan } = await imported({ permission: { edit: 'ask' }, agent: { build: { prompt: 'Work.' } } });
  expect([from, Object.keys(plan.agents)]).toEqual(['opencode', ['build']]);
});
