import { describe, expect, it } from 'vitest';
import { catalogueOf, modelFacts, modelTable, nearestModel, TABLES, type TableName, tableDate, withFacts } from './index.js';

const names = Object.keys(TABLES) as TableName[];
const OPENAI = { use: '@loadout/model-openai' };

describe('the table of models (MODEL-04)', () => {
  it.each(names)('has only whole numbers of tokens and prices above 0 for %s', async (name) => {
    const table = Object.entries(await modelTable(name));
    expect(table.length).toBeGreaterThan(0);
    for (const [id, { window, output, price }] of table) {
      expect([id, Number.isSafeInteger(window), Number.isSafeInteger(output)]).toEqual([id, true, true]);
      const isFree = id.endsWith(':free');
      if (price !== undefined) expect([id, isFree || Math.min(price.input, price.output) > 0]).toEqual([id, true]);
      if (price?.long !== undefined) expect([id, price.long.input >= price.input]).toEqual([id, true]);
    }
  });

  it('says of which day it is', async () => {
    expect(await tableDate()).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it('gives a dated name the facts of the name without, and another model nothing', async () => {
    const plain = await modelFacts('openai', 'gpt-5.6-sol');
    expect(plain?.price?.input).toBeGreaterThan(0);
    expect(await modelFacts('openai', 'gpt-5.6-sol-2026-07-09')).toEqual(plain);
    expect(await modelFacts('openai', 'gpt-5.6-sol-mini')).toBeUndefined();
    expect(await modelFacts('openai', 'gpt-5.67')).toBeUndefined();
    expect(await modelFacts('openai', 'constructor')).toBeUndefined();
    const nova = await modelFacts('amazon-bedrock', 'amazon.nova-lite-v1:0');
    expect(await modelFacts('amazon-bedrock', 'eu.amazon.nova-lite-v1:0')).toEqual(nova);
  });
});

describe('the table of a provider (MODEL-04)', () => {
  it.each([
    ['openai', OPENAI, 'openai'],
    ['mine', { ...OPENAI, options: { preset: 'azure' } }, 'openai'],
    ['mine', { ...OPENAI, options: { preset: 'gemini' } }, 'google'],
    ['groq', OPENAI, 'groq'],
    ['mine', OPENAI, 'openai'],
    ['mine', { use: '@loadout/model-ai-sdk', options: { package: '@ai-sdk/amazon-bedrock' } }, 'amazon-bedrock'],
    ['mine', { use: '@loadout/model-ai-sdk', options: { package: '@openrouter/ai-sdk-provider' } }, 'openrouter'],
    ['claude', { use: '@loadout/model-anthropic', options: { transport: 'bedrock' } }, 'anthropic'],
  ])('%s with %j is %s', (name, mount, table) => expect(catalogueOf(name, mount)).toBe(table));

  it.each([
    ['ollama', OPENAI],
    ['openai', { ...OPENAI, options: { preset: 'ollama' } }],
    ['openai', { ...OPENAI, options: { baseUrl: 'http://127.0.0.1:8000/v1' } }],
    ['mine', { ...OPENAI, options: { baseUrl: 'https://gateway.example/v1' } }],
    ['openai', { use: '@loadout/model-ai-sdk', options: { package: './own.js' } }],
    ['toString', undefined],
  ])('%s with %j is none: an unknown price stays unknown', (name, mount) => expect(catalogueOf(name, mount)).toBeUndefined());
});

describe('a name that the table of a provider does not hold (MODEL-04)', () => {
  it.each([
    ['anthropic', undefined, 'claude-sonet-4-6', 'claude-sonnet-4-6'],
    ['anthropic', undefined, 'claude-haiku-45', 'claude-haiku-4-5'],
    // A version that is newer than the table.
    ['anthropic', undefined, 'claude-opus-9-9', undefined],
    ['openai', OPENAI, 'gpt-9.9', undefined],
    ['anthropic', undefined, 'my-own-model', undefined],
    // Names that are not the provider's.
    ['azure', { ...OPENAI, options: { preset: 'azure' } }, 'gpt5.6-sol', undefined],
    ['openai', { ...OPENAI, options: { baseUrl: 'https://gateway.example/v1' } }, 'gpt5.6-sol', undefined],
    ['openai', OPENAI, 'gpt5.6-sol', 'gpt-5.6-sol'],
  ])('of %s with %j, %s probably means %s', async (provider, mount, id, meant) => {
    expect(await nearestModel(provider, mount, id)).toBe(meant);
  });
});

describe('the plan of a model (MODEL-04)', () => {
  it('is completed with the window, the price and the capabilities of the table', async () => {
    expect(await withFacts({ provider: 'openai', id: 'gpt-5.6-sol' }, OPENAI)).toMatchObject({
      contextWindow: expect.any(Number),
      price: { input: expect.any(Number), output: expect.any(Number) },
      capabilities: { images: true, effort: expect.arrayContaining(['low', 'high']) },
    });
  });

  it('keeps what the configuration says, for capabilities field by field', async () => {
    const own = { contextWindow: 1000, price: { input: 0, output: 0 }, capabilities: { images: false } };
    const plan = await withFacts({ provider: 'openai', id: 'gpt-5.6-sol', ...own }, OPENAI);
    expect(plan).toMatchObject(own);
    expect(plan.capabilities?.effort).toContain('low');
  });

  it('has for Claude the prices of the reference program (COST-03)', async () => {
    const mount = { use: '@loadout/model-anthropic' };
    const plan = await withFacts({ provider: 'anthropic', id: 'us.anthropic.claude-sonnet-5-5-v1:0' }, mount);
    expect(plan).toMatchObject({ contextWindow: 1_000_000, price: { input: 2, output: 10 } });
    expect(plan.price).not.toHaveProperty('cacheRead');
    expect(plan.capabilities).toMatchObject({ thinking: ['adaptive'], temperature: false });
    // The beginning of the name is known, but a later version has its own capabilities.
    expect((await withFacts({ provider: 'anthropic', id: 'claude-opus-4-8' }, mount)).capabilities?.thinking).toContain(
      'adaptive',
    );
  });

  it('stays as it is for a model that nobody knows', async () => {
    const plan = { provider: 'ollama', id: 'gpt-5.6-sol' };
    expect(await withFacts(plan, OPENAI)).toEqual(plan);
  });
});
