import type { ModelProvider } from '@loadout/core/model';
import type { ChosenModel } from '../spec/agent-spec.js';

/** Passes a chosen model through the wrapper between the loop and its models. */
type Through = (chosen: ChosenModel) => ChosenModel;

/** Wraps a provider, for example with a recorder. `provider`: the name of the provider in the configuration. */
export type WrapModel = (provider: ModelProvider, named: { readonly provider: string }) => ModelProvider;

/** Applies the wrapper to each provider of a run once. A wrapped provider keeps the API of its blocks. */
export function wrapModels(wrap: WrapModel | undefined): Through {
  if (wrap === undefined) return (chosen) => chosen;
  const wrapped = new Map<ModelProvider, ModelProvider>();
  return (chosen) => {
    const { provider, plan } = chosen;
    const known = wrapped.get(provider) ?? keepingApi(wrap(provider, { provider: plan.provider }), provider);
    wrapped.set(provider, known);
    return { ...chosen, provider: known };
  };
}

/** A wrapper may leave out what it does not know. */
function keepingApi(wrapped: ModelProvider, { name, api = name, knowsReferences }: ModelProvider): ModelProvider {
  if (wrapped.api !== undefined && wrapped.knowsReferences !== undefined) return wrapped;
  return {
    name: wrapped.name,
    api: wrapped.api ?? api,
    knowsReferences: wrapped.knowsReferences ?? knowsReferences,
    missing: () => wrapped.missing?.(),
    secrets: () => wrapped.secrets?.() ?? [],
    stream: (request, options) => wrapped.stream(request, options),
  };
}
