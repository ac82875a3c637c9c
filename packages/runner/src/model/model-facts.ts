import { type ModelPlan, type ModelProvider, withKnownFacts, withPrice } from '@loadout/core/model';
import type { Plan } from '@loadout/core/run';
import { errors } from '../report/errors.js';

/**
 * Completes the plan of a model with public facts, and throws MODEL_OPTION for an option that the model does not have: it would be
 * lost, or the provider would refuse every request. Options of a program without a configuration are its own. The table of models is
 * loaded only where something is unknown or to be checked, so a plain run with Claude does without it. Source: MODEL-04, MODEL-05.
 */
export async function withFactsOf(
  model: ModelPlan,
  plan: Pick<Plan, 'providers' | 'configFile'>,
  given?: Pick<ModelProvider, 'api'>,
): Promise<ModelPlan> {
  const known = withKnownFacts(model);
  const mount = plan.providers[model.provider];
  // Scripts and cassettes ask nobody, so they cost nothing, whatever their model is called. A price that is written counts.
  if (mount?.use.endsWith('/model-script') === true) return { ...known, price: model.price ?? model.priceIfUnknown ?? FREE };
  // A provider without an entry and without an API of its own has no public models.
  if (mount === undefined && given?.api === undefined) return withPrice(known);
  const { price, contextWindow, capabilities } = known;
  const isClaude = price !== undefined && contextWindow !== undefined && /claude-/.test(model.id);
  if (isClaude && !hasOptions(known) && capabilities === undefined) return known;
  const { refusedOption, withFacts } = await import('@loadout/core/models');
  const whole = await withFacts(known, mount);
  const refused = plan.configFile === undefined ? undefined : refusedOption(whole);
  if (refused !== undefined) throw errors.MODEL_OPTION({ model: model.id, ...refused }, { position: model.position });
  return whole;
}

const FREE = { input: 0, output: 0 };

const hasOptions = ({ thinking, effort, temperature, parallelCalls }: ModelPlan): boolean =>
  [thinking, effort, temperature, parallelCalls].some((option) => option !== undefined);
