import { isObject } from '@loadout/core';

export type Json = Readonly<Record<string, unknown>>;

/** Returns the value of a keyword as draft 2020-12 takes it, or `undefined` for one that it does not take. */
type Sound = (value: unknown) => unknown;

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
/** Names of types in other languages. */
const OTHER_TYPES: Readonly<Record<string, string>> = {
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  bool: 'boolean',
  str: 'string',
  text: 'string',
  dict: 'object',
  map: 'object',
  list: 'array',
};

const typeName = (value: unknown): string | undefined => {
  const name = typeof value === 'string' && Object.hasOwn(OTHER_TYPES, value) ? OTHER_TYPES[value] : value;
  return TYPES.find((type) => type === name);
};

const type: Sound = (value) => {
  if (!Array.isArray(value)) return typeName(value);
  const names = [...new Set(value.map(typeName).filter((name) => name !== undefined))];
  return names.length === 0 ? undefined : names;
};

const number: Sound = (value) => {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
};
const count: Sound = (value) => {
  const read = number(value);
  return Number.isInteger(read) && Number(read) >= 0 ? read : undefined;
};
const above: Sound = (value) => (Number(number(value)) > 0 ? number(value) : undefined);
const text: Sound = (value) => (typeof value === 'string' ? value : undefined);
const flag: Sound = (value) => (typeof value === 'boolean' ? value : undefined);
const list: Sound = (value) => (Array.isArray(value) && value.length > 0 ? value : undefined);
const map: Sound = (value) => (isObject(value) ? value : undefined);
const schema: Sound = (value) => (isObject(value) || typeof value === 'boolean' ? value : undefined);
const schemas: Sound = (value) => {
  const sound = Array.isArray(value) ? value.filter((one) => schema(one) !== undefined) : [];
  return sound.length === 0 ? undefined : sound;
};
const names: Sound = (value) => {
  const sound = Array.isArray(value) ? [...new Set(value.filter((name) => typeof name === 'string'))] : [];
  return sound.length === 0 ? undefined : sound;
};
const namesOf: Sound = (value) => (isObject(value) && Object.values(value).every(Array.isArray) ? value : undefined);

const pattern: Sound = (value) => {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') ? value : undefined;
  } catch {
    return undefined;
  }
};
const patterns: Sound = (value) =>
  isObject(value) && Object.keys(value).every((key) => pattern(key) !== undefined) ? value : undefined;

const each = (sound: Sound, keywords: string): Readonly<Record<string, Sound>> =>
  Object.fromEntries(keywords.split(' ').map((keyword) => [keyword, sound]));

const KEYWORDS: ReadonlyMap<string, Sound> = new Map(
  Object.entries({
    type,
    pattern,
    patternProperties: patterns,
    multipleOf: above,
    enum: list,
    examples: list,
    required: names,
    dependentRequired: namesOf,
    ...each(number, 'minimum maximum exclusiveMinimum exclusiveMaximum'),
    ...each(count, 'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains'),
    ...each(text, 'title description format contentMediaType contentEncoding $ref $id $anchor $comment $schema'),
    ...each(flag, 'uniqueItems readOnly writeOnly deprecated'),
    ...each(map, 'properties $defs definitions dependentSchemas'),
    ...each(schema, 'items additionalProperties not if then else contains propertyNames unevaluatedItems unevaluatedProperties'),
    ...each(schemas, 'allOf anyOf oneOf prefixItems'),
  }),
);

/**
 * Returns a schema in the words of draft 2020-12, with the keywords alone whose values that draft takes: one other value makes an API
 * refuse the request (GAP-B5).
 */
export const soundSchema = (given: Json): Json => soundKeywords(currentDraft(given));

function soundKeywords(given: Json): Json {
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => {
      // Words between a tool and one provider. Gemini refuses them, and a model reads them in vain.
      if (key.startsWith('x-')) return [];
      const sound = KEYWORDS.get(key)?.(value) ?? (KEYWORDS.has(key) ? undefined : value);
      return sound === undefined ? [] : [[key, isSame(sound, value) ? value : sound]];
    }),
  );
}

const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((item, index) => item === other[index]);

/** The words of drafts 03 to 07 that mean another thing in draft 2020-12. */
function currentDraft(schema: Json): Json {
  const now: Record<string, unknown> = { ...schema };
  if (typeof now.$schema === 'string' && !now.$schema.includes('2020-12')) delete now.$schema;
  if (typeof now.id === 'string') delete now.id;
  for (const [limit, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof now[limit] !== 'boolean') continue;
    const isExclusive = now[limit] && now[bound] !== undefined;
    if (isExclusive) now[limit] = now[bound];
    else delete now[limit];
    if (isExclusive) delete now[bound];
  }
  if (Array.isArray(now.items)) {
    const { items, additionalItems } = now;
    delete now.items;
    if ((items as unknown[]).length > 0) now.prefixItems = items;
    if (additionalItems !== undefined) now.items = additionalItems;
  }
  delete now.additionalItems;
  if ('required' in now && (!Array.isArray(now.required) || now.required.length === 0)) delete now.required;
  if (Array.isArray(now.enum) && now.enum.length === 0) delete now.enum;
  return now;
}
