import type { ModelProvider } from '@loadout/core';
import type { AgentSpec, ChosenModel } from './agent-spec.js';
import type { SmallModelChoice } from './choose-model.js';

type Models = Pick<AgentSpec, 'model' | 'smallModel'>;

/** Whoever stands between the loop and its model stands between the tools and the small one too: both go through one wrapped provider. */
export function wrapModels(
  model: ChosenModel,
  { small, wrap }: { small: SmallModelChoice | undefined; wrap: ((provider: ModelProvider) => ModelProvider) | undefined },
): Models {
  if (wrap === undefined) return { model, smallModel: small?.choose };
  if (small === undefined) return { model: { ...model, provider: wrap(model.provider) }, smallModel: undefined };
  const provider = wrap(routed(model, small));
  return { model: { ...model, provider }, smallModel: async () => ({ provider, plan: small.plan }) };
}

function routed({ provider: main, plan }: ChosenModel, small: SmallModelChoice): ModelProvider {
  return {
    name: main.name,
    missing: () => main.missing?.(),
    async *stream(request, options) {
      const isSmall = request.model === small.plan.id && small.plan.id !== plan.id;
      yield* (isSmall ? (await small.choose()).provider : main).stream(request, options);
    },
  };
}
