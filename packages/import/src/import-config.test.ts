import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLoadoutError } from '@loadout/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { load, makeSandbox } from '../../config/src/load/sandbox.fixture.js';
import { convertText, plainText } from './convert-text.js';
import { Draft, slug } from './draft.js';
import { importConfig } from './import-config.js';
import { CONTINUE, DOCKER_AGENT, GOOSE } from './samples.fixture.js';

const manifest = (name: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${name}/package.json`, import.meta.url)), 'utf8')).loadout;

const MODELS = ['model-anthropic', 'model-openai', 'model-script'];
const sandbox = makeSandbox();
beforeAll(() => {
  for (const name of ['tool-fs', 'tool-shell', 'tool-web', 'tool-agents', 'tool-tasks', 'mcp', 'tool-session', ...MODELS])
    sandbox.install(`@loadout/${name}`, manifest(name));
});
afterAll(() => sandbox.remove());

/**
 * The imported configuration of a file, and the plan of that configuration. The configuration must pass the check unchanged, with
 * no variable set.
 */
async function imported(text: string, from?: 'docker-agent' | 'goose' | 'continue') {
  const cwd = sandbox.project({ 'other.yaml': text });
  const made = await importConfig({ file: join(cwd, 'other.yaml'), from });
  writeFileSync(join(cwd, 'agent.config.yaml'), made.text);
  const { plan, warnings } = await load(cwd, { keepParams: true });
  expect(warnings).toEqual([]);
  return { ...made, plan };
}

it('a file of docker-agent becomes a configuration that passes the check (CFG-13, U13)', async () => {
  const { from, plan } = await imported(DOCKER_AGENT);
  expect(from).toBe('docker-agent');
  expect(plan.agents.root).toMatchObject({
    description: 'Answers and delegates',
    instructions: 'You lead. Costs are in $${x} and ${y}.\n',
    models: ['claude', 'anthropic/claude-haiku-4-5', 'openai/gpt-5'],
    tools: ['Agent', 'Read', 'Grep', 'Bash', 'TodoWrite', 'mcp__npx__read', 'mcp__tracker__*', 'mcp__duckduckgo__*'],
    subagents: { 'web-searcher': {} },
    mcpServers: ['npx', 'tracker', 'duckduckgo'],
    limits: { turns: 12 },
  });
  expect(plan.agents['web-searcher']).toMatchObject({
    models: ['local'],
    tools: ['WebFetch'],
    mcpServers: [],
    output: { schema: { type: 'object', properties: { url: { type: 'string' } } } },
  });
  expect(plan.models.claude).toMatchObject({
    provider: 'anthropic',
    id: 'claude-sonnet-4-5',
    maxOutputTokens: 64000,
    temperature: 0.2,
  });
  expect(plan.models.local).toMatchObject({ provider: 'dmr', id: 'ai/qwen3' });
  expect(plan.providers.dmr).toMatchObject({ options: { baseUrl: 'http://127.0.0.1:12434/engines/v1', needsKey: false } });
  expect(plan.mcpServers).toMatchObject({
    npx: { options: { command: 'npx', args: ['-y', '@acme/notes', '--key='], env: { HOME_DIR: '' } } },
    tracker: { options: { url: 'https://tracker.example/mcp', type: 'http', headers: { Authorization: 'Bearer ' } } },
  });
  expect(plan.permissions.rules.map(({ behavior, tool }) => `${behavior} ${tool}`)).toEqual([
    'deny Bash',
    'allow Read',
    'allow Bash',
  ]);
});

it('a recipe of goose becomes an agent with params (CFG-13)', async () => {
  const { from, plan } = await imported(GOOSE);
  expect([from, plan.name]).toEqual(['goose', 'Release Notes!']);
  const { instructions, ...agent } = plan.agents['release-notes'] ?? { instructions: '' };
  expect(agent).toMatchObject({
    description: 'Writes notes for ${param:version}',
    prompt: 'Notes for ${param:version}, by {{ writer }}',
    models: ['recipe'],
    tools: ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash', 'mcp__github-server__list_commits', 'mcp__docs__*'],
    limits: { turns: 20 },
    output: { schema: { type: 'object', required: ['notes'] } },
  });
  expect(instructions).toContain('notes for ${param:version} in English.');
  expect(instructions).toContain('look like ${HOME}.');
  expect(plan.mcpServers).toMatchObject({
    'github-server': { options: { command: 'npx', env: { GITHUB_TOKEN: '' }, timeout: 300_000 } },
    docs: { options: { type: 'http', url: 'https://docs.example/mcp', headers: { X: '' } } },
  });
});

it('the list of things to do of goose is the one of Loadout', async () => {
  const { plan, losses } = await imported('title: notes\ninstructions: Plan.\nextensions: [{ type: platform, name: todo }]\n');
  expect([plan.agents.notes?.tools, losses]).toEqual([['TodoWrite'], []]);
  expect(plan.plugins.map(({ use }) => use)).toContain('@loadout/tool-tasks');
});

it('the hints of a repository belong to the instructions of its recipe', async () => {
  const hints = { '.goosehints': 'Run npm test first.\n', 'AGENTS.md': 'Write English.\n' };
  const cwd = sandbox.project({ 'recipe.yaml': 'title: notes\ninstructions: Write notes.\n', ...hints });
  writeFileSync(join(cwd, 'agent.config.yaml'), (await importConfig({ file: join(cwd, 'recipe.yaml') })).text);
  const { plan } = await load(cwd);
  expect(plan.agents.notes?.instructions).toBe('Write notes.\n\nRun npm test first.\n\nWrite English.');
});

it('a config.yaml of continue becomes an agent with its rules (CFG-13)', async () => {
  const { from, plan } = await imported(CONTINUE);
  expect(from).toBe('continue');
  expect(plan.agents['my-assistant']).toMatchObject({
    instructions: 'Answer in English.\n\nUse strict types: ${x}',
    models: ['gpt'],
    tools: ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash', 'WebFetch', 'mcp__sqlite__*', 'mcp__remote__*'],
  });
  expect(plan.models['claude-sonnet']).toMatchObject({ contextWindow: 200_000, maxOutputTokens: 8000, temperature: 0 });
  expect(plan.mcpServers).toMatchObject({
    sqlite: { options: { command: 'uvx', env: { KEY: '' }, startTimeout: 5000 } },
    remote: { options: { type: 'http', url: 'https://mcp.example/x', headers: { A: 'b' } } },
  });
});

it.each([
  ['goose_provider: openai, goose_model: gpt-4o', ['openai/gpt-4o']],
  ['goose_provider: google, goose_model: gemini-2.5-flash', ['google/gemini-2.5-flash']],
  ['goose_provider: aws_bedrock, goose_model: anthropic.claude-sonnet-4-0', ['bedrock/anthropic.claude-sonnet-4-0']],
  ['goose_provider: ollama, goose_model: "qwen3:32b", temperature: 0.1', ['recipe']],
  ['goose_provider: gemini-cli, goose_model: x', []],
  ['goose_model: claude-haiku-4-5', ['anthropic/claude-haiku-4-5']],
])('a recipe of goose keeps a model that Loadout can reach: %s (GAP-A3)', async (settings, models) => {
  const { plan, losses } = await imported(`title: X\ninstructions: Help.\nsettings: { ${settings} }\n`);
  expect(plan.agents.x?.models).toEqual(models);
  expect(losses.length).toBe(models.length === 0 ? 1 : 0);
});

it.each([
  ['provider: openai, model: gpt-4o', 'openai', undefined],
  ['provider: ollama, model: "qwen3:32b"', 'ollama', undefined],
  ['provider: openai, model: x, apiBase: "http://localhost:8000/v1"', 'openai-localhost', 'http://localhost:8000/v1'],
  ['provider: mistral, model: x, apiKey: "${{ secrets.MISTRAL_API_KEY }}"', 'mistral', undefined],
  ['provider: moonshot, model: x', 'moonshotai', undefined],
])('a file of continue keeps a model that Loadout can reach: %s (GAP-A3)', async (model, provider, baseUrl) => {
  const { plan, losses } = await imported(`name: X\nmodels: [{ name: m, ${model} }]\n`);
  expect([losses, plan.models.m?.provider, plan.agents.x?.models]).toEqual([[], provider, ['m']]);
  expect(plan.providers[provider]?.options?.baseUrl).toBe(baseUrl);
});

it('an older file of continue, which has no name, becomes an agent too', async () => {
  const models =
    '[{ title: Local Model, provider: ollama, model: "qwen3:8b" }, { title: Any, provider: ollama, model: AUTODETECT }]';
  const { from, plan, losses } = await imported(
    `models: ${models}\nsystemMessage: Answer in English.\ntabAutocompleteModel: {}\n`,
  );
  expect(from).toBe('continue');
  expect(plan.agents.assistant).toMatchObject({ models: ['local-model'], instructions: 'Answer in English.' });
  expect(losses).toEqual([
    expect.stringContaining('name the model that ollama has loaded'),
    expect.stringContaining('nothing completes text as you type'),
  ]);
});

it('an older file of continue is recognised by its models, whatever else it has', async () => {
  const models = '[{ title: Local, provider: ollama, model: "qwen3:8b" }]';
  const { from, plan, losses } = await imported(`models: ${models}\nui: {}\nexperimental: {}\nsystemMessage: [Hi.]\n`);
  expect([from, plan.agents.assistant?.models]).toEqual(['continue', ['local']]);
  expect(losses).toContainEqual(expect.stringContaining('systemMessage: it is not text'));
});

it('a key that stands in a file is not taken over', async () => {
  const { text, losses } = await imported('name: X\nmodels: [{ name: m, provider: openai, model: x, apiKey: sk-abc }]\n');
  expect(text).not.toContain('sk-abc');
  expect(losses[0]).toContain('models[0].apiKey: a key in a file is not taken over');
});

const LOST = {
  DOCKER_AGENT: [
    DOCKER_AGENT,
    ...['11:32 agents.root.sub_agents[1]:', '13:5 agents.root.add_date:', '18:9 agents.root.toolsets[2]:'],
    ...['33:5 agents["web searcher"].unheard_of:', '42:28 permissions.deny[1]:', '43:1 rag:'],
  ],
  GOOSE: [
    GOOSE,
    ...['5:15 instructions: {% if %}, {% endif %}', '9:9 prompt: {{ writer }}', '13:34 parameters[1].input_type:'],
    ...['13:83 parameters[1].options:', '14:53 parameters[2].requirement:', '17:5 extensions[1]:', '29:1 retry:'],
    '30:1 sub_recipes:',
  ],
  CONTINUE: [
    CONTINUE,
    ...[
      '12:5 models[2]:',
      '13:5 models[3]:',
      '16:49 rules[1].globs:',
      '17:5 rules[2]:',
      '18:1 prompts:',
      '19:1 context:',
      '20:1 docs:',
    ],
    ...['23:111 mcpServers[1].requestOptions.verifySsl:'],
  ],
} as const;

it.each(Object.entries(LOST))(
  'parts of %s without a counterpart are listed with file, line and key, also in the text',
  async (_, [text, ...lost]) => {
    const { losses, text: made } = await imported(text);
    expect(losses.map((line) => line.replace('other.yaml:', ''))).toEqual(lost.map((start) => expect.stringContaining(start)));
    for (const line of losses) expect(made).toContain(`#   ${line}\n`);
  },
);

it('the caller can name the format, and must if the content is ambiguous', async () => {
  const cwd = sandbox.project({
    'a.yaml': 'agents: { helper: { instructions: Hi. } }\n',
    'b.yaml': '- 1\n',
    'c.yaml': 'title: X\n',
  });
  const failed = (name: string) =>
    importConfig({ file: join(cwd, name) }).then(String, (error: unknown) => (isLoadoutError(error) ? error : String(error)));
  expect(await failed('a.yaml')).toMatchObject({
    code: 'IMPORT_UNKNOWN',
    fix: expect.stringContaining('--from docker-agent|goose|continue'),
  });
  expect(await failed('b.yaml')).toMatchObject({ code: 'CONFIG_INVALID' });
  expect(await failed('gone.yaml')).toMatchObject({ code: 'CONFIG_INVALID' });
  expect((await importConfig({ file: join(cwd, 'c.yaml'), from: 'goose' })).text).toContain('agents:\n  x: {}\n');
});

it.each(['large.yaml', 'large.toml', 'large.json'])('%s is refused with a fix that an import can follow', async (name) => {
  const cwd = sandbox.project({ [name]: `title: ${'x'.repeat(300 * 1024)}` });
  const error = await importConfig({ file: join(cwd, name), from: 'goose' }).then(String, (one: unknown) => one);
  expect(error).toMatchObject({ problems: [{ code: 'CONFIG_TOO_LARGE', fix: expect.stringMatching(/^Import a copy/) }] });
});

it('an invalid file is imported as far as possible, and the result stays valid', async () => {
  const { text, losses } = await imported(
    'title: "a\\nb"\nprompt: 3\nextensions: 3\nparameters: [{ key: "a b" }, 3]\nsettings: []\nresponse: x\n"x\\ny": 1\n',
    'goose',
  );
  expect(losses.length).toBeGreaterThan(5);
  expect(text.split('\n').filter((line) => /^y/.test(line))).toEqual([]);
  await imported(
    'agents: { a: { instruction: x, toolsets: [3, { type: mcp }], model: 3, max_iterations: x } }\nmodels: 3\nmcps: []\npermissions: 3\n',
  );
  await imported('name: x\nmodels: [3]\nrules: [[1], { rule: [2] }]\nmcpServers: [3, { name: 1 }]\n');
});

it('texts keep their dollar signs, and names become valid', () => {
  expect(plainText('$5 $$ ${x} $')).toBe('$5 $$$ $${x} $');
  expect(
    convertText('${a} $$ ${b}', { pattern: /\$\{(\w)\}/g, make: (name) => (name === 'a' ? '${secret:a}' : undefined) }),
  ).toBe('${secret:a} $$$ $${b}');
  expect([slug('My  Agent!', 'x'), slug('42', 'x'), slug('9 lives', 'x')]).toEqual(['my-agent', 'x', 'lives']);
  const draft = new Draft('/');
  const at = { path: [], place: { file: '/x.yaml', line: 1, column: 1, length: 1, layer: 'project' as const } };
  expect(['A B', 'a b'].map((name) => draft.serve(name, { server: {}, at }).key)).toEqual(['a-b', 'a-b-2']);
});

it('thousands of keys without a counterpart are each told, once', async () => {
  const lines = Array.from({ length: 4_000 }, (_, index) => `own_${index} = 1\n`);
  const cwd = sandbox.project({ 'config.toml': lines.join('') });
  const { losses } = await importConfig({ file: join(cwd, 'config.toml'), from: 'codex' });
  expect(losses).toHaveLength(lines.length);
});
