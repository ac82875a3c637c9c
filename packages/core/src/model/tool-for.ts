import type { ApiTool } from '../contract/model/provider.js';
import type { JsonSchema } from '../contract/schema.js';

/** The limits of a provider's API in the schema of a tool. */
export interface SchemaLimits {
  /** `prefixItems` is understood. Otherwise a tuple is an array of any of its items. */
  readonly tuples: boolean;
  /** The `items` of an array that says nothing about them. Absent: none are needed. */
  readonly anyItems?: JsonSchema | undefined;
  /** An enum may hold values other than text. Otherwise the description tells them. */
  readonly mixedEnums: boolean;
}

/** The Messages API checks a schema as draft 2020-12. */
export const MESSAGES_LIMITS: SchemaLimits = { tuples: true, mixedEnums: true };
export const CHAT_LIMITS: SchemaLimits = { tuples: false, anyItems: {}, mixedEnums: true };
export const GEMINI_LIMITS: SchemaLimits = { tuples: false, anyItems: { type: 'string' }, mixedEnums: false };

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns a tool as a provider takes it: its schema in draft 2020-12 and within the limits, without a choice at the top. What is
 * lost is told in a description. The input is still checked against the schema of the tool or by its server (GAP-B5, decision 0117).
 */
export function toolFor(tool: ApiTool, limits: SchemaLimits): ApiTool {
  const { schema, choice } = flattened(tool.input_schema);
  const description = choice === undefined ? tool.description : `${tool.description}\n${choice}`.trim();
  return { ...tool, description, input_schema: rewritten(schema, limits) };
}

const COMBINED = ['oneOf', 'anyOf', 'allOf'] as const;

/** A choice at the top, which APIs refuse, as one object with the properties of all branches. */
function flattened(schema: Json): { readonly schema: Json; readonly choice?: string } {
  if (!COMBINED.some((keyword) => Array.isArray(schema[keyword]))) return { schema };
  const { oneOf: _, anyOf: __, allOf: ___, ...flat } = merged(schema, schema, 0);
  const choices = [schema.oneOf, schema.anyOf].filter(Array.isArray).map((branches) => choiceText(branches, schema));
  return choices.length === 0 ? { schema: flat } : { schema: flat, choice: choices.join(' ') };
}

const MOST_NESTED = 8;

function merged(schema: Json, root: Json, depth: number): Json {
  const own = resolved(schema, root);
  if (depth > MOST_NESTED) return own;
  const inner = (value: unknown) => (Array.isArray(value) ? value : []).filter(isJson).map((one) => merged(one, root, depth + 1));
  const [oneOf, anyOf, allOf] = COMBINED.map((keyword) => inner(own[keyword]));
  const needed = [names(own), ...(allOf ?? []).map(names), ...[oneOf ?? [], anyOf ?? []].map((branches) => inAll(branches))];
  const required = [...new Set(needed.flat())];
  const properties = joined([own, ...(allOf ?? []), ...(oneOf ?? []), ...(anyOf ?? [])]);
  const { required: _, additionalProperties, ...rest } = own;
  const isClosed =
    additionalProperties === false && Object.keys(properties).every((name) => isJson(own.properties) && name in own.properties);
  return {
    ...rest,
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    ...(isClosed ? { additionalProperties } : {}),
  };
}

function resolved(schema: Json, root: Json): Json {
  const [, place, name = ''] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(String(schema.$ref ?? '')) ?? [];
  const definitions = place === undefined ? undefined : root[place];
  const target = isJson(definitions) ? definitions[name] : undefined;
  return isJson(target) && target !== schema ? target : schema;
}

const names = ({ required }: Json): readonly string[] =>
  Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];

const inAll = (branches: readonly Json[]): readonly string[] =>
  branches.map(names).reduce((all, some) => all.filter((name) => some.includes(name)), names(branches[0] ?? {}));

function joined(schemas: readonly Json[]): Json {
  const found = new Map<string, unknown[]>();
  for (const { properties } of schemas) {
    for (const [name, value] of Object.entries(isJson(properties) ? properties : {})) {
      const forms = found.get(name) ?? [];
      if (!forms.some((form) => JSON.stringify(form) === JSON.stringify(value))) forms.push(value);
      found.set(name, forms);
    }
  }
  return Object.fromEntries([...found].map(([name, forms]) => [name, forms.length === 1 ? forms[0] : { anyOf: forms }]));
}

function choiceText(branches: readonly unknown[], root: Json): string {
  const texts = branches.filter(isJson).map((branch) => {
    const own = merged(branch, root, 0);
    const given = names(own).length > 0 ? names(own) : Object.keys(isJson(own.properties) ? own.properties : {});
    const fixed = given.map((name) => {
      const value = isJson(own.properties) ? own.properties[name] : undefined;
      return isJson(value) && 'const' in value ? `${name} ${JSON.stringify(value.const)}` : name;
    });
    return fixed.length === 0 ? 'none of these' : fixed.join(' with ');
  });
  return `Parameters that belong together, one choice of: ${texts.join('; ')}.`;
}

const ONE = ['additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'items'];
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const MANY = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];

function rewritten(value: unknown, limits: SchemaLimits): Json {
  if (!isJson(value)) return value === false ? { not: {} } : {};
  const schema = enumFor(arrayFor(currentDraft(value), limits), limits);
  const inner = (one: unknown) => rewritten(one, limits);
  return Object.fromEntries(
    Object.entries(schema).map(([key, child]) => {
      if (ONE.includes(key)) return [key, isJson(child) ? inner(child) : child];
      if (NAMED.includes(key) && isJson(child))
        return [key, Object.fromEntries(Object.entries(child).map(([name, one]) => [name, inner(one)]))];
      return [key, MANY.includes(key) && Array.isArray(child) ? child.map(inner) : child];
    }),
  );
}

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

function arrayFor(schema: Json, { tuples, anyItems }: SchemaLimits): Json {
  const { prefixItems, ...rest } = schema;
  const isTuple = Array.isArray(prefixItems);
  const isArray = schema.type === 'array' || (Array.isArray(schema.type) && schema.type.includes('array'));
  if (isTuple && !tuples) {
    const told = `${typeof rest.description === 'string' ? `${rest.description} ` : ''}In this order: ${JSON.stringify(prefixItems)}.`;
    return { ...rest, items: anyItems ?? {}, description: told };
  }
  return isArray && !isTuple && !isJson(schema.items) && anyItems !== undefined ? { ...schema, items: anyItems } : schema;
}

function enumFor(schema: Json, { mixedEnums }: SchemaLimits): Json {
  const { enum: values, ...rest } = schema;
  if (mixedEnums || !Array.isArray(values) || values.every((value) => typeof value === 'string')) return schema;
  const told = `${typeof rest.description === 'string' ? `${rest.description} ` : ''}One of: ${values.map((value) => JSON.stringify(value)).join(', ')}.`;
  return { ...rest, description: told };
}
