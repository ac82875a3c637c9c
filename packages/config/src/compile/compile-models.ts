import type { ModelPlan } from '@loadout/core/model';
import { dotted } from '../document/node.js';
import { type CompileInput, positionOf } from './compile-context.js';

type Entry = NonNullable<CompileInput['document']['models']>[string];

/** Compiles the models. */
export function compileModels(input: CompileInput): Readonly<Record<string, ModelPlan>> {
  return Object.fromEntries(
    Object.entries(input.document.models ?? {}).map(([alias, { price, ...model }]) => [
      alias,
      { ...model, ...priced(price, { alias, model, input }), position: positionOf(input.flat, ['models', alias]) },
    ]),
  );
}

interface Priced {
  readonly alias: string;
  readonly model: Pick<Entry, 'provider' | 'id'>;
  readonly input: CompileInput;
}

/**
 * The price of a model. A price of the settings is about the model that the settings name under this alias, and no other. Where the
 * settings hold a budget, a price of the project counts only for a model that neither they nor the table know.
 */
function priced(price: Entry['price'], { alias, model, input }: Priced): Pick<ModelPlan, 'price' | 'priceIfUnknown'> {
  if (price === undefined) return {};
  const layers = layersOf(dotted(['models', alias, 'price']), input);
  const isSettled = (one: Entry | undefined) =>
    one?.price !== undefined && one.id === model.id && one.provider === model.provider;
  const settled = input.settings.map(({ document }) => document.models?.[alias]).findLast(isSettled)?.price;
  if (!layers.has('project')) return layers.has('flag') || settled !== undefined ? { price } : {};
  if (!input.settings.some(({ document }) => Object.keys(document.budgets ?? {}).length > 0)) return { price };
  return settled === undefined ? { priceIfUnknown: price } : { price: settled };
}

/** The layers that write a value or a part of it. */
function layersOf(path: string, { flat }: CompileInput): ReadonlySet<string> {
  const parts = [...flat.places].filter(([at]) => at.startsWith(`${path}.`));
  return new Set(parts.map(([, { value }]) => value.layer));
}
