import { afterAll, beforeAll, expect, it } from 'vitest';
import { load, makeSandbox, problems, rendered } from '../load/sandbox.fixture.js';

const sandbox = makeSandbox();
beforeAll(() =>
  sandbox.install('@loadout/model-anthropic', {
    model: true,
    options: { type: 'object', properties: { baseUrl: { type: 'string' } } },
  }),
);
afterAll(() => sandbox.remove());

async function warningsOf(text: string, env: Readonly<Record<string, string>> = {}) {
  const { warnings } = await load(sandbox.project({ 'agent.config.yaml': text }), { env });
  return warnings.map(({ code, message, position }) => `${code} ${message} ${position?.line ?? '-'}`);
}

const near = (id: string, meant: string, line: number | '-') =>
  `CONFIG_MODEL_NEAR Loadout does not know the model "${id}" of anthropic. Did you mean "${meant}"? ${line}`;

it.each<[string, string, string[]]>([
  ['an agent', 'agents:\n  a: { model: anthropic/claude-opus-48 }\n', [near('claude-opus-48', 'claude-opus-4-8', 2)]],
  [
    'defaults',
    'defaults: { model: anthropic/claude-sonet-4-6 }\nagents: { a: {} }\n',
    [near('claude-sonet-4-6', 'claude-sonnet-4-6', 1)],
  ],
  [
    'a model to fall back on',
    'agents:\n  a:\n    model: [anthropic/claude-opus-4-8, anthropic/claude-haiku4-5]\n',
    [near('claude-haiku4-5', 'claude-haiku-4-5', 3)],
  ],
  ['smallModel', 'smallModel: anthropic/claude-haiku-45\nagents: { a: {} }\n', [near('claude-haiku-45', 'claude-haiku-4-5', 1)]],
  [
    'an alias',
    'models:\n  big: { provider: anthropic, id: claude-opus48 }\nagents: { a: { model: big } }\n',
    [near('claude-opus48', 'claude-opus-4-8', 2)],
  ],
])('a model of %s that the table of its provider nearly holds causes a warning at its place', async (_, text, warnings) => {
  expect(await warningsOf(text)).toEqual(warnings);
});

it.each<[string, readonly string[]]>([
  ['{ provider: anthropic }', ['CONFIG_MISSING_KEY models.big.id']],
  [
    '{ provider: anthropic, model: claude-opus-4-8 }',
    ['CONFIG_MISSING_KEY models.big.id', 'CONFIG_UNKNOWN_KEY models.big.model'],
  ],
  ['{ id: claude-opus-4-8 }', ['CONFIG_MISSING_KEY models.big.provider']],
  ['{}', ['CONFIG_MISSING_KEY models.big.provider', 'CONFIG_MISSING_KEY models.big.id']],
])('the model %s is reported by the keys that it lacks', async (model, told) => {
  const text = `models: { big: ${model} }\nagents: { a: { model: big } }\n`;
  expect(await problems(sandbox.project({ 'agent.config.yaml': text }))).toEqual(told);
});

it.each([
  ['opnai', 'Write openai, or add to providers: opnai: <package>'],
  ['antropic', 'Write anthropic, or add to providers: antropic: <package>'],
  ['strange', 'Add to providers: strange: <package>'],
])('a model of the provider %s is told with the name that is known, also of one that is not declared', async (provider, fix) => {
  const cwd = sandbox.project({ 'agent.config.yaml': `agents:\n  a: { model: ${provider}/x }\n` });
  expect(await rendered(cwd)).toContain(`Fix: ${fix}`);
});

it.each([
  ['claude-opus-4-8', 'Write anthropic/claude-opus-4-8, or add to models: claude-opus-4-8: '],
  ['claude-opus48', 'Write anthropic/claude-opus-4-8, or add to models: claude-opus48: '],
  ['clever', 'Add to models: clever: { provider: anthropic, id: <model id> }, or write anthropic/<model id>.'],
])('the model %s, written without its provider, is told with the name to write', async (model, fix) => {
  const cwd = sandbox.project({ 'agent.config.yaml': `agents:\n  a: { model: ${model} }\n` });
  expect(await rendered(cwd)).toContain(`Fix: ${fix}`);
});

it('thousands of models are not compared one by one', async () => {
  const name = (index: number) => `m${index}: { provider: anthropic, id: claude-opus48-${index} }`;
  const models = Array.from({ length: 1_000 }, (_, index) => `  ${name(index)}\n`).join('');
  const warnings = await warningsOf(`models:\n${models}agents: { a: { model: m0 } }\n`);
  expect(warnings).toHaveLength(200);
});

it('the variable for a model causes the same warning, without a place', async () => {
  expect(await warningsOf('agents: { a: {} }\n', { LOADOUT_MODEL: 'anthropic/claude-opus-48' })).toEqual([
    near('claude-opus-48', 'claude-opus-4-8', '-'),
  ]);
});

it.each([
  ['a known model', 'agents: { a: { model: anthropic/claude-opus-4-8 } }\n'],
  ['a build of one', 'agents: { a: { model: anthropic/claude-haiku-4-5-20251001 } }\n'],
  ['a name for the latest one', 'agents: { a: { model: anthropic/claude-opus-latest } }\n'],
  ['a model with a name of its own', 'agents: { a: { model: anthropic/one } }\n'],
  [
    "a server of one's own, whose models have any name",
    'providers: { anthropic: { use: "@loadout/model-anthropic", options: { baseUrl: "http://localhost:8080" } } }\nagents: { a: { model: anthropic/claude-opus-48 } }\n',
  ],
])('%s causes none', async (_, text) => expect(await warningsOf(text)).toEqual([]));
