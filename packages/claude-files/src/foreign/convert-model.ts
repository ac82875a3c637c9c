import { isText, type Node, type Path } from '@loadout/config/documents';
import type { CompatContext } from './compat-context.js';
import { lose } from './tell-foreign.js';

/** Returns the alias that a foreign file's model refers to, or nothing for the model that is used by default. */
export function convertModel(
  model: Node | undefined,
  context: CompatContext & { readonly path: Path; readonly otherwise: string },
): Node | undefined {
  if (!isText(model) || context.models.has(model.value)) return model;
  // The author of a plugin does not know the configuration that mounts it.
  if (model.value === 'inherit' || context.isChecked === true) return undefined;
  if (context.provider !== undefined)
    return model.value.includes('/') ? model : { ...model, value: `${context.provider}/${model.value}` };
  const problem = `there is no model ${JSON.stringify(model.value)} under models, ${context.otherwise}`;
  const fix = `Add to models: ${model.value}: { provider: anthropic, id: <model id> }`;
  return lose({ path: [...context.path, 'model'], key: 'model', place: model.place, problem, fix }, context);
}
