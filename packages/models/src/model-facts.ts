import { nearest } from '@loadout/core';
import { MESSAGES_API, type ModelCapabilities, type ModelPlan } from '@loadout/core/model';
import { catalogueOf, TABLES, type TableName } from './catalogue-of.js';
import { knownModel, withKnownFacts, withPrice } from './known-models.js';
import { isSameModel } from './same-model.js';

/** The known facts about one model. An absent fact is unknown. */
export interface ModelFacts {
  /** The window in tokens. */
  readonly window?: number | undefined;
  /** The tokens of the longest answer. */
  readonly output?: number | undefined;
  readonly price?: ModelPlan['price'];
  readonly capabilities?: ModelCapabilities | undefined;
}

/** Returns all models of one provider's table, by name. */
export async function modelTable(name: TableName): Promise<Readonly<Record<string, ModelFacts>>> {
  return (await TABLES[name]()).default as Readonly<Record<string, ModelFacts>>;
}

/** Returns the day of the table, such as `2026-11-10`. */
export const tableDate = async (): Promise<string> =>
  (await import('./data/about.json', { with: { type: 'json' } })).default.date;

/** The end of a name that only says which build of the model answers. */
const BUILD = /^[-@](?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|latest)$/;

const isBuildOf = (id: string, model: string): boolean =>
  id === model || (id.startsWith(model) && BUILD.test(id.slice(model.length)));

/** Returns the facts of a model; `undefined` if the table does not hold it. A dated name has the facts of the name without. */
export async function modelFacts(name: TableName, id: string): Promise<ModelFacts | undefined> {
  const table = await modelTable(name);
  if (Object.hasOwn(table, id)) return table[id];
  const plain = name === 'amazon-bedrock' ? id.replace(/^(?:us|eu|apac|au|jp|ca|global)\./, '') : id;
  const known = Object.keys(table)
    .filter((one) => isBuildOf(plain, one) || (name === 'anthropic' && isSameModel(MESSAGES_API, id, one)))
    .sort((a, b) => b.length - a.length)[0];
  return known === undefined ? undefined : table[known];
}

/** Returns the model of a table that a name probably means; `undefined` if the table holds the name, or nothing near to it. */
export async function nearestModel(name: TableName, id: string): Promise<string | undefined> {
  // Most runs have such a model, and need no table (PERF-03).
  if (knownModel(id) !== undefined || (await modelFacts(name, id)) !== undefined) return undefined;
  return nearest(id, Object.keys(await modelTable(name)));
}

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
