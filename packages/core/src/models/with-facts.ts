import type { ModelPlan } from '../contract/plan/model-plan.js';
import { withKnownFacts, withPrice } from '../model/known-models.js';
import { catalogueOf } from './catalogue-of.js';
import { modelFacts } from './model-facts.js';

/**
 * Completes the plan of a model with the facts of the table: window, price and capabilities. What the configuration says comes
 * first, for capabilities field by field. What nobody knows stays absent.
 */
export async function withFacts(
  plan: ModelPlan,
  mount: { readonly use: string; readonly options?: Readonly<Record<string, unknown>> | undefined } | undefined,
): Promise<ModelPlan> {
  const own = withKnownFacts(plan);
  const table = catalogueOf(plan.provider, mount);
  const facts = table === undefined ? undefined : await modelFacts(table, plan.id);
  if (facts === undefined) return withPrice(own);
  const { window, price, capabilities } = facts;
  return withPrice({
    ...own,
    contextWindow: own.contextWindow ?? window,
    price: own.price ?? price,
    capabilities: capabilities === undefined ? own.capabilities : { ...capabilities, ...own.capabilities },
  });
}
