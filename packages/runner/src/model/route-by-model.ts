import type { ModelProvider } from '@loadout/core';
import type { ChosenModel } from '../agent/agent-spec.js';

/** Passes a chosen model through the wrapper between the loop and its models. */
export type Through = (chosen: ChosenModel) => ChosenModel;

/** Applies the wrapper, such as a recorder, to all models: one wrapped provider asks the provider that knows the model. */
export function wrapModels(main: ChosenModel, wrap: ((provider: ModelProvider) => ModelProvider) | undefined): Through {
  if (wrap === undefined) return (chosen) => chosen;
  const byModel = new Map<string, ModelProvider>([[main.plan.id, main.provider]]);
  const provider = wrap({
    name: main.provider.name,
    missing: () => main.provider.missing?.(),
    secrets: () => main.provider.secrets?.() ?? [],
    stream: (request, options) => (byModel.get(request.model) ?? main.provider).stream(request, options),
  });
  return (chosen) => {
    if (!byModel.has(chosen.plan.id)) byModel.set(chosen.plan.id, chosen.provider);
    return { ...chosen, provider };
  };
}
