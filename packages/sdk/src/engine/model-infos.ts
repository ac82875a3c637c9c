import { aliases, EFFORTS, type Env, isAdaptive, knowsEffort, modelId, priceOf } from '../models.js';
import type { ModelInfo } from '../types/control.js';
import type { Options } from '../types/options.js';

/**
 * The models that a program may offer to a person: the default, the short names, and the model of the query if it is none of
 * them (W10).
 */
export function modelInfos(
  { model }: Options,
  { env, current }: { readonly env: Env; readonly current: string | undefined },
): readonly ModelInfo[] {
  const known = aliases(env);
  const isListed = current === undefined || known.some(({ id }) => id === current);
  const fallback = modelId('default', env);
  return [
    infoOf('default', { id: fallback, title: 'Default', about: `The default model (${fallback})` }),
    ...known.map(({ name, id }) => infoOf(name, { id, title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`, about: id })),
    ...(isListed
      ? []
      : [infoOf(model === undefined || model === '' ? current : model, { id: current, title: current, about: current })]),
  ];
}

interface About {
  readonly id: string;
  readonly title: string;
  readonly about: string;
}

function infoOf(value: string, { id, title, about }: About): ModelInfo {
  const price = priceOf(id);
  const cost = price === undefined ? '' : ` · $${price.input}/$${price.output} per million tokens`;
  return {
    value,
    resolvedModel: id,
    displayName: title,
    description: `${about}${cost}`,
    ...(knowsEffort(id) ? { supportsEffort: true, supportedEffortLevels: EFFORTS } : {}),
    ...(isAdaptive(id) ? { supportsAdaptiveThinking: true } : {}),
  };
}
