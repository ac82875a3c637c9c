import { describe, expect, it } from 'vitest';
import { createAgent } from '../agent/create-agent.js';
import { model, planFor, runAgent, tempFolder } from '../run/scripted.test-kit.js';

const CLAUDE = { provider: 'anthropic', id: 'claude-sonnet-5-5' };
const OPENAI = { openai: { use: '@loadout/model-openai', options: {} } };

describe('the facts of a model (MODEL-04)', () => {
  it('come from the table for a model that the configuration only names', async () => {
    const workspace = tempFolder();
    const plan = planFor(workspace, { providers: OPENAI, models: { gpt: { provider: 'openai', id: 'gpt-5.6-sol' } } });
    const { result } = await runAgent({ plan, model: model([{ text: 'ok' }]), modelId: 'gpt', limits: { usd: 1 }, workspace });
    expect(result.costUsd).toBeGreaterThan(0);
  });

  it('stay unknown for a model that nobody knows, and a limit on money refuses it', async () => {
    const plan = planFor(tempFolder(), { providers: OPENAI, models: { own: { provider: 'openai', id: 'my-own' } } });
    const starting = createAgent({ plan, model: model([]), modelId: 'own', limits: { usd: 1 }, env: {} });
    await expect(starting).rejects.toMatchObject({ code: 'LIMIT_UNPRICED' });
  });
});

describe('a script or a cassette (COST-02)', () => {
  const scripted = { script: { use: '@loadout/model-script', options: {} } };
  const costOf = async (more: object, id: string) => {
    const workspace = tempFolder();
    const plan = planFor(workspace, { providers: scripted, models: { played: { provider: 'script', id, ...more } } });
    const options = { plan, model: model([{ text: 'ok' }]), modelId: 'played', limits: { usd: 1 }, workspace };
    return (await runAgent(options)).result.costUsd;
  };

  it.each(['tour', 'claude-sonnet-5-5'])(
    'costs nothing when its model is called %s, and a limit on money lets it run',
    async (id) => {
      expect(await costOf({}, id)).toBe(0);
    },
  );

  it('costs the price that the configuration gives it, so that a test can try a limit', async () => {
    expect(await costOf({ price: { input: 10, output: 10 } }, 'tour')).toBeCloseTo(0.000_15, 8);
  });
});

describe('an option that the model of a configuration does not have (MODEL-05)', () => {
  const started = (configFile: string | undefined) => {
    const workspace = tempFolder();
    const models = { small: { ...CLAUDE, temperature: 0.5 } };
    const plan = planFor(workspace, {
      models,
      providers: { anthropic: { use: '@loadout/model-anthropic', options: {} } },
      ...(configFile === undefined ? {} : { configFile }),
    });
    const agent = createAgent({ plan, model: model([{ text: 'ok' }]), modelId: 'small', env: {} });
    return agent.then((made) => made.close());
  };

  it('is refused when the agent is prepared', async () => {
    await expect(started('/agent.config.yaml')).rejects.toMatchObject({
      code: 'MODEL_OPTION',
      message: 'temperature is 0.5, but the model claude-sonnet-5-5 takes no temperature.',
    });
  });

  it('is left to a program that sets it itself', async () => {
    await started(undefined);
  });
});
