import { nearest } from '@loadout/core';
import { MESSAGES_API, type ModelCapabilities, type ModelPlan } from '@loadout/core/model';
import { catalogueOf, type Mount, TABLES, type TableName } from './catalogue-of.js';
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

/**
 * Returns the model that a name of a provider probably means; `undefined` if its table holds the name, or nothing near to it. A name
 * with other numbers is a version that is newer than the table, and no slip; one that ends in `latest` is a moving name, which tables
 * rarely hold. A gateway and Azure give their models names of their own.
 */
export async function nearestModel(provider: string, mount: Mount | undefined, id: string): Promise<string | undefined> {
  const table = catalogueOf(provider, mount);
  const isOwnName = mount?.options?.baseUrl !== undefined || mount?.options?.preset === 'azure' || provider === 'azure';
  // Most runs have a model that is known without a table (PERF-03).
  if (table === undefined || isOwnName || /[-@:]latest$/.test(id) || knownModel(id) !== undefined) return undefined;
  if ((await modelFacts(table, id)) !== undefined) return undefined;
  const near = nearest(id, Object.keys(await modelTable(table)));
  return near !== undefined && withoutNumbers(near) === withoutNumbers(id) ? undefined : near;
}

const withoutNumbers = (id: string): string => id.replace(/\d+/g, '#');

/**
 * Completes the plan of a model with the facts of the table: window, price and capabilities. What the configuration says comes
 * first, for capabilities field by field. What nobody knows stays absent.
 */
export async function withFacts(plan: ModelPlan, mount: Mount | undefined): Promise<ModelPlan> {
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
