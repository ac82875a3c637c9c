import { describe, expect, it } from 'vitest';
import { Clone } from '../trust/clone.test-kit.js';

const SEARCH = { type: 'web_search_20250305', name: 'web_search' };
const FETCH = { type: 'web_fetch_20250910', name: 'web_fetch' };

const answered = () => new Clone().open(() => ({ text: 'Done.', usage: { input_tokens: 1000, output_tokens: 1000 } }));

async function withModel(model: object, more: object = {}) {
  const made = await answered();
  const m = { provider: 'anthropic', id: 'claude-haiku-4-5', ...model };
  made.write({
    'agent.config.yaml': JSON.stringify({ models: { m }, agents: { a: { model: 'm', instructions: 'Hi.' } }, ...more }),
  });
  return made;
}

const bodyOf = (made: Clone) => JSON.parse(made.sinks.request.slice(made.sinks.request.indexOf(' {"model"') + 1) || '{}');

describe('before trust', () => {
  it.each([
    ['extra', { extra: { mcp_servers: [] } }, 2],
    ['extra', { extra: { metadata: { user_id: 'a' }, tools: [SEARCH] } }, 6],
    ['betas', { betas: ['mcp-client-2025-11-20'] }, 6],
  ])('no request has the %s of a model, and the agent does not run as another one (N2)', async (key, model, exit) => {
    const made = await withModel(model);
    const { code, stderr } = await made.run(['run', 'a', 'Go.']);
    expect([code, made.sinks.request], stderr).toEqual([exit, '']);
    if (exit === 6) expect(stderr).toContain(`needs models.m.${key}`);
    expect((await made.run(['trust', '--show'])).stdout.includes(`models.m.${key}`)).toBe(true);
  });

  it('a model beside the one that is asked does not hold the agent up, but one that it may start does', async () => {
    const models = { other: { provider: 'anthropic', id: 'x', betas: ['b'] } };
    const agents = (tools: readonly string[]) => ({
      a: { model: 'anthropic/claude-haiku-4-5', instructions: 'Hi.', tools },
      b: { model: 'other', description: 'Helps.', instructions: 'Hi.' },
    });
    const codes = [[], ['Agent']].map(async (tools) => {
      const made = await withModel({}, { plugins: { agents: '@loadout/tool-agents' }, models, agents: agents(tools) });
      return (await made.run(['run', 'a', 'Go.'])).code;
    });
    expect(await Promise.all(codes)).toEqual([0, 6]);
  });
});

const budget = { budgets: { mine: { usd: 0.001, per: 'day' } } };
const FREE = { input: 0, output: 0 };

describe("a project's price", () => {
  it.each([
    ['of zero', { price: FREE }],
    ['of zero for an unknown cache', { price: { ...FREE, cacheRead: 0, cacheWrite: 0 } }],
    ['far below the table', { price: { input: 0.0001, output: 0.0001 } }],
  ])('%s does not switch off the budget of the user, neither before trust nor after it (N4)', async (_, model) => {
    const made = await withModel(model);
    made.settings(budget);
    const before = await made.run(['run', 'a', 'Go.']);
    await made.run(['trust', '--yes']);
    const after = await made.run(['run', 'a', 'Go.']);
    expect([before.code, after.code, made.sinks.request], `${before.stderr}${after.stderr}`).toEqual([3, 3, '']);
    expect(before.stderr).toContain('BUDGET_REACHED');
  });

  it('counts without a budget of the user once it is trusted, and where no table knows the model (N4)', async () => {
    const known = await withModel({ price: { input: 1000, output: 1000 } });
    const unknown = await withModel({ id: 'of-a-private-server', price: { input: 1000, output: 1000 } });
    unknown.settings({ budgets: { mine: { usd: 1000, per: 'day' } } });
    expect((await unknown.run(['run', 'a', 'Go.'])).stderr).toContain('needs models.m.price');
    await Promise.all([known.run(['trust', '--yes']), unknown.run(['trust', '--yes'])]);
    const results = await Promise.all([known, unknown].map((made) => made.run(['run', 'a', 'Go.', '--output', 'json'])));
    expect(results.map(({ stdout }) => JSON.parse(stdout).costUsd)).toEqual([2, 2]);
  });

  it('of the settings counts for the model that the settings name, and not for one that a project puts there (N4)', async () => {
    const made = await withModel({ id: 'claude-opus-4-5' });
    const mine = (id: string) => ({ ...budget, models: { m: { provider: 'anthropic', id, price: FREE } } });
    made.settings(mine('claude-haiku-4-5'));
    expect((await made.run(['run', 'a', 'Go.'])).stderr).toContain('BUDGET_REACHED');
    made.settings(mine('claude-opus-4-5'));
    expect((await made.run(['run', 'a', 'Go.'])).code).toBe(0);
  });
});

describe('tools that the provider runs', () => {
  const extra = { tools: [SEARCH, FETCH], metadata: { user_id: 'a' } };
  const names = (made: Clone) => (bodyOf(made).tools ?? []).map(({ name }: { name: string }) => name);

  it.each([
    ['no rule', {}, ['web_search', 'web_fetch']],
    ['a deny rule', { deny: ['WebSearch'] }, ['web_fetch']],
    ['a deny rule with a specifier', { deny: ['WebFetch(domain:example.com)'] }, ['web_search']],
    ['an ask rule', { ask: ['WebFetch'] }, ['web_search']],
    ['a deny rule for all', { deny: ['*'] }, []],
  ])('are named in `loadout tools` and obey %s (N2)', async (_, permissions, expected) => {
    const made = await withModel({ extra }, { permissions, plugins: { web: '@loadout/tool-web' } });
    await made.run(['trust', '--yes']);
    const { code, stderr } = await made.run(['run', 'a', 'Go.']);
    expect([code, names(made), bodyOf(made).metadata], stderr).toEqual([0, expected, { user_id: 'a' }]);
    const { stdout } = await made.run(['tools', 'a', '--json']);
    const known = { web_search: 'WebSearch', web_fetch: 'WebFetch' } as const;
    const listed = JSON.parse(stdout);
    expect(listed.providerTools).toEqual(expected.map((name) => known[name as keyof typeof known]));
    expect(listed.providerTools.length + listed.heldProviderTools.length).toBe(2);
  });

  it('in `extra` are errors of `loadout check` where they are functions, and so is each field that Loadout sets (N2)', async () => {
    const tools = [{ name: 'Bash', input_schema: { type: 'object' } }];
    const made = await withModel({ extra: { model: 'x', max_tokens: 1, mcp_servers: [], store: true, tools, top_k: 3 } });
    const { code, stdout, stderr } = await made.run(['check']);
    expect(code).toBe(2);
    const told = [...`${stdout}${stderr}`.matchAll(/CONFIG_EXTRA_FIELD {2}(\S+) is a field/g)].map(([, path]) => path);
    expect(told.sort()).toEqual(
      ['max_tokens', 'mcp_servers', 'model', 'store', 'tools[0]'].map((field) => `models.m.extra.${field}`),
    );
    expect(`${stdout}${stderr}`).toContain('Remove it, and write maxOutputTokens.');
  });
});

it.each([
  ['a package', { anthropic: '@loadout/model-anthropic' }],
  ['nothing', { anthropic: null }],
  ['an option', { anthropic: { use: '@loadout/model-anthropic', options: { maxRetries: 0 } } }],
])("a project that puts %s in the place of the user's provider sends nothing past its address (N2)", async (_, providers) => {
  const made = await withModel({}, { profiles: { p: { providers } } });
  made.settings({ providers: { anthropic: { use: '@loadout/model-anthropic', options: { baseUrl: made.url, maxRetries: 0 } } } });
  await made.run(['run', 'a', 'Go.', '--profile', 'p']);
  expect([made.sinks.request, made.sinks.address]).toEqual(['', expect.stringContaining('POST /v1/messages')]);
});

describe('a profile before trust', () => {
  const LOCAL = { use: '@loadout/model-anthropic', options: { baseUrl: 'http://127.0.0.1:9' } };

  it.each([
    ['a provider', { providers: { anthropic: LOCAL } }],
    ['a part of a model', { models: { m: { betas: ['b'] } } }],
  ])('that changes %s sends nothing to the one that it would replace, and holds up no other run (N2)', async (_, profile) => {
    const made = await withModel({}, { providers: { anthropic: '@loadout/model-anthropic' }, profiles: { p: profile } });
    const { code, stderr } = await made.run(['run', 'a', 'Go.', '--profile', 'p']);
    expect([code, made.sinks.request], stderr).toEqual([6, '']);
    expect(stderr).toMatch(/needs profiles\.p\.(?:providers|models)\./);
    expect((await made.run(['run', 'a', 'Go.'])).code).toBe(0);
  });
});
