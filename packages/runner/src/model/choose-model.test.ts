import type { ModelProvider } from '@loadout/core/model';
import type { AgentPlan, Plan } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import { chooseModel } from './choose-model.js';

const provider = (lacks?: { readonly why: string; readonly fix: string }): ModelProvider => ({
  name: 'given',
  missing: () => lacks,
  // biome-ignore lint/correctness/useYield: it is never asked.
  async *stream() {
    throw new Error('This test asks no model.');
  },
});

const key = provider({ why: 'EXAMPLE_KEY is not set', fix: 'Set EXAMPLE_KEY.' });
const install = provider({ why: '@example/sdk is not installed', fix: 'Run npm install @example/sdk in the project.' });

const choose = (models: readonly string[], providers: Readonly<Record<string, ModelProvider>>, plan: Partial<Plan> = {}) =>
  chooseModel({
    plan: { models: {}, providers: {}, ...plan } as Plan,
    agent: { models, model: {} } as unknown as AgentPlan,
    env: {},
    provider: async (name) => providers[name] ?? provider(),
  });

describe('the model of an agent', () => {
  it('is refused with the step that its provider names: a package that is not installed has its install line', async () => {
    await expect(choose(['sdk/m'], { sdk: install })).rejects.toMatchObject({
      code: 'MODEL_NONE',
      message: 'No model is available: sdk/m: @example/sdk is not installed.',
      fix: 'Run npm install @example/sdk in the project.',
    });
  });

  it('is refused with each different step once', async () => {
    await expect(choose(['sdk/m', 'keyed/a', 'keyed/b'], { sdk: install, keyed: key })).rejects.toMatchObject({
      message:
        'No model is available: sdk/m: @example/sdk is not installed; keyed/a: EXAMPLE_KEY is not set; keyed/b: EXAMPLE_KEY is not set.',
      fix: 'Run npm install @example/sdk in the project. Or: Set EXAMPLE_KEY.',
    });
  });

  it('is refused with the command that trusts its provider, whose own lack is not asked about', async () => {
    const waiting = { providers: ['sdk'] } as unknown as NonNullable<Plan['waiting']>;
    await expect(choose(['sdk/m'], { sdk: install }, { waiting })).rejects.toMatchObject({
      message: expect.stringContaining('its provider sdk is off until you trust the configuration'),
      fix: 'Review the configuration, and trust it with: loadout trust',
    });
  });

  it('is the first that lacks nothing, and says what the ones before it lack', async () => {
    const { plan, passed } = await choose(['sdk/m', 'free/n'], { sdk: install });
    expect([plan.id, passed]).toEqual([
      'n',
      { why: 'sdk/m: @example/sdk is not installed', fix: 'Run npm install @example/sdk in the project.' },
    ]);
    expect((await choose(['free/n'], {})).passed).toBeUndefined();
  });
});
