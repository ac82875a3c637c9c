import type { ModelPlan } from '@loadout/core/model';
import type { BudgetPlan, LimitsPlan } from '@loadout/core/run';
import { chooseModel, FREE, loadModel, type NamedModels, noModel, planOfModel, withFactsOf } from '../model/choose-model.js';
import { wrapModels } from '../model/wrap-models.js';
import { errors } from '../report/errors.js';
import type { AgentSpec, ChosenModel } from '../spec/agent-spec.js';
import type { SpecParts } from './agent-options.js';

/** Chooses the model with which the agent's runs begin. */
export async function mainModel({ options, plan, agent, loader }: SpecParts): Promise<ChosenModel> {
  if (options.model !== undefined) {
    const id = options.modelId ?? options.model.name;
    const { name } = options.model;
    // Limits on money hold back nothing where no model is ever asked.
    const price = options.modelId === undefined && name === noModel.name ? FREE : undefined;
    return {
      provider: options.model,
      plan: await withFactsOf(plan.models[id] ?? { provider: name, id, price }, plan, options.model),
    };
  }
  const chosen = options.modelId === undefined ? agent : { ...agent, models: [options.modelId] };
  return chooseModel({ plan, agent: chosen, env: options.env ?? process.env, provider: (name) => loader.provider(name) });
}

/** Throws LIMIT_UNPRICED or BUDGET_UNPRICED if money is limited and the price of a model is unknown. */
export async function prepareModels(
  { options, plan, agent, loader }: SpecParts,
  { model, limits }: { readonly model: ChosenModel; readonly limits: LimitsPlan },
): Promise<Pick<AgentSpec, 'model' | 'modelFor' | 'smallModel'>> {
  const given = options.model;
  const models: NamedModels = {
    plan,
    isGiven: given !== undefined,
    provider: given === undefined ? (name) => loader.provider(name) : () => given,
  };
  const small = options.smallModel ?? plan.smallModel;
  const known = [model.plan, ...(small === undefined ? [] : [await planOfModel(small, models)])];
  checkPrices(known, { limits, budget: plan.budgets?.find((one) => mayBind(one, agent.name)) });
  const through = wrapModels(options.wrapModel);
  const modelFor = loadedOnce(async (name) => through(await loadModel(name, models)));
  return { model: through(model), modelFor, smallModel: small === undefined ? undefined : () => modelFor(small) };
}

const mayBind = ({ agent }: BudgetPlan, name: string) => agent === undefined || agent === '*' || agent === name;

function checkPrices(
  models: readonly ModelPlan[],
  { limits, budget }: { readonly limits: LimitsPlan; readonly budget: BudgetPlan | undefined },
): void {
  const unpriced = models.find(({ price }) => price === undefined);
  if (unpriced === undefined) return;
  const { id: model, position } = unpriced;
  if (limits.usd !== undefined) throw errors.LIMIT_UNPRICED({ model }, { position });
  if (budget !== undefined) throw errors.BUDGET_UNPRICED({ name: budget.name, model }, { position: budget.position });
}

function loadedOnce(load: (name: string) => Promise<ChosenModel>): (name: string) => Promise<ChosenModel> {
  const loaded = new Map<string, Promise<ChosenModel>>();
  return (name) => {
    const known = loaded.get(name) ?? load(name);
    loaded.set(name, known);
    known.catch(() => loaded.delete(name));
    return known;
  };
}
