import { isObject, type JsonSchema } from '@loadout/core';
import type { ApiTool } from '@loadout/core/model';
import { dereferenced, type Referring } from './schema-references.js';
import { type Json, soundSchema } from './sound-schema.js';

/** The limits of a provider's API in the schema of a tool. */
export interface SchemaLimits {
  /** `prefixItems` is understood. Otherwise a tuple is an array of any of its items. */
  readonly tuples: boolean;
  /** The `items` of an array that says nothing about them. Absent: none are needed. */
  readonly anyItems?: JsonSchema | undefined;
  /** An enum may hold values other than text with content. Otherwise the description tells them. */
  readonly mixedEnums: boolean;
  /** A schema may hold references, and `required` any name. Otherwise only properties that there are. */
  readonly freeNames: boolean;
}

/** The Messages API checks a schema as draft 2020-12. */
export const MESSAGES_LIMITS: SchemaLimits = { tuples: true, mixedEnums: true, freeNames: true };
export const CHAT_LIMITS: SchemaLimits = { tuples: false, anyItems: {}, mixedEnums: true, freeNames: true };
export const GEMINI_LIMITS: SchemaLimits = { tuples: false, anyItems: { type: 'string' }, mixedEnums: false, freeNames: false };

/**
 * Returns a tool as a provider takes it: its schema in draft 2020-12 and within the limits, without a choice at the top. A choice,
 * an order or an enum that is lost is told in a description. The input is still checked against the schema of the tool or by its server (GAP-B5, decision 0117).
 */
export function toolFor(tool: ApiTool, limits: SchemaLimits): ApiTool {
  const { schema, choice } = flattened(tool.input_schema);
  const description = choice === undefined ? tool.description : `${tool.description}\n${choice}`.trim();
  const { $defs: _, definitions: __, ...alone } = schema;
  const context = { root: schema, limits, freeNames: limits.freeNames, within: [], room: { left: MOST_PARTS } };
  return { ...tool, description, input_schema: rewritten(limits.freeNames ? schema : alone, context) };
}

/** The most parts that stand in place of references. */
const MOST_PARTS = 500;

const COMBINED = ['oneOf', 'anyOf', 'allOf'] as const;
/** Keywords that no API takes at the top. */
const AT_TOP = [...COMBINED, 'enum', 'not', '$ref'];

/** A choice at the top, which APIs refuse, as one object with the properties of all branches. */
function flattened(schema: Json): { readonly schema: Json; readonly choice?: string } {
  if (!AT_TOP.some((keyword) => keyword in schema)) return { schema };
  const merging = { root: schema, done: new Map<unknown, Json>() };
  const { oneOf: _, anyOf: __, allOf: ___, enum: ____, not: _____, $ref: ______, ...flat } = merged(schema, merging);
  const choices = [schema.oneOf, schema.anyOf].filter(Array.isArray).map((branches) => choiceText(branches, merging));
  return choices.length === 0 ? { schema: flat } : { schema: flat, choice: choices.join(' ') };
}

interface Merging {
  readonly root: Json;
  /** The parts so far. A part inside of itself is there without its branches. */
  readonly done: Map<unknown, Json>;
}

function merged(schema: Json, merging: Merging): Json {
  const { own, part } = resolved(schema, merging.root);
  const before = merging.done.get(part);
  if (before !== undefined) return before;
  merging.done.set(part, own);
  const result = mergedOf(own, merging);
  merging.done.set(part, result);
  return result;
}

function mergedOf(own: Json, merging: Merging): Json {
  const inner = (value: unknown) => (Array.isArray(value) ? value : []).filter(isObject).map((one) => merged(one, merging));
  const [oneOf, anyOf, allOf] = COMBINED.map((keyword) => inner(own[keyword]));
  const needed = [names(own), ...(allOf ?? []).map(names), ...[oneOf ?? [], anyOf ?? []].map((branches) => inAll(branches))];
  const required = [...new Set(needed.flat())];
  const properties = joined([own, ...(allOf ?? []), ...(oneOf ?? []), ...(anyOf ?? [])]);
  const { required: _, additionalProperties, ...rest } = own;
  const isClosed =
    additionalProperties === false && Object.keys(properties).every((name) => isObject(own.properties) && name in own.properties);
  return {
    ...rest,
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    ...(isClosed ? { additionalProperties } : {}),
  };
}

/** The schema that a reference names, with what stands beside the reference. `part`: what it is known by. */
function resolved(schema: Json, root: Json): { readonly own: Json; readonly part: unknown } {
  const { $ref: ref, ...siblings } = schema;
  const [, place, name = ''] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(String(ref ?? '')) ?? [];
  const definitions = place === undefined ? undefined : root[place];
  const target = isObject(definitions) ? definitions[name] : undefined;
  if (!isObject(target) || target === schema) return { own: schema, part: schema };
  const isAlone = Object.keys(siblings).length === 0;
  return { own: { ...target, ...siblings }, part: isAlone ? target : schema };
}

const names = ({ required }: Json): readonly string[] =>
  Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];

const inAll = (branches: readonly Json[]): readonly string[] =>
  branches.map(names).reduce((all, some) => all.filter((name) => some.includes(name)), names(branches[0] ?? {}));

function joined(schemas: readonly Json[]): Json {
  const found = new Map<string, unknown[]>();
  for (const { properties } of schemas) {
    for (const [name, value] of Object.entries(isObject(properties) ? properties : {})) {
      const forms = found.get(name) ?? [];
      if (!forms.some((form) => JSON.stringify(form) === JSON.stringify(value))) forms.push(value);
      found.set(name, forms);
    }
  }
  return Object.fromEntries([...found].map(([name, forms]) => [name, forms.length === 1 ? forms[0] : { anyOf: forms }]));
}

function choiceText(branches: readonly unknown[], merging: Merging): string {
  const texts = branches.filter(isObject).map((branch) => {
    const own = merged(branch, merging);
    const given = names(own).length > 0 ? names(own) : Object.keys(isObject(own.properties) ? own.properties : {});
    const fixed = given.map((name) => {
      const value = isObject(own.properties) ? own.properties[name] : undefined;
      return isObject(value) && 'const' in value ? `${name} ${JSON.stringify(value.const)}` : name;
    });
    return fixed.length === 0 ? 'none of these' : fixed.join(' with ');
  });
  return `Parameters that belong together, one choice of: ${texts.join('; ')}.`;
}

const ONE = ['additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'items'];
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const MANY = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];

interface Rewriting extends Referring {
  readonly limits: SchemaLimits;
}

function rewritten(value: unknown, context: Rewriting): Json {
  if (!isObject(value)) return value === false ? { not: {} } : {};
  const { limits } = context;
  const { schema: own, within } = dereferenced(soundSchema(value), context);
  const schema = requiredFor(enumFor(arrayFor(own, limits), limits), limits);
  const inner = (one: unknown) => rewritten(one, { ...context, within });
  return Object.fromEntries(
    Object.entries(schema).map(([key, child]) => {
      if (ONE.includes(key)) return [key, isObject(child) ? inner(child) : child];
      if (NAMED.includes(key) && isObject(child))
        return [key, Object.fromEntries(Object.entries(child).map(([name, one]) => [name, inner(one)]))];
      return [key, MANY.includes(key) && Array.isArray(child) ? child.map(inner) : child];
    }),
  );
}

function arrayFor(schema: Json, { tuples, anyItems }: SchemaLimits): Json {
  const { prefixItems, ...rest } = schema;
  const isTuple = Array.isArray(prefixItems);
  const isArray = schema.type === 'array' || (Array.isArray(schema.type) && schema.type.includes('array'));
  if (isTuple && !tuples) {
    const told = `${typeof rest.description === 'string' ? `${rest.description} ` : ''}In this order: ${JSON.stringify(prefixItems)}.`;
    return { ...rest, items: anyItems ?? {}, description: told };
  }
  return isArray && !isTuple && !isObject(schema.items) && anyItems !== undefined ? { ...schema, items: anyItems } : schema;
}

function enumFor(schema: Json, { mixedEnums }: SchemaLimits): Json {
  const { enum: some, const: only, ...rest } = schema;
  const values = 'const' in schema ? [only] : some;
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  const takesText = schema.type === undefined || [schema.type].flat().includes('string');
  if (mixedEnums || !Array.isArray(values) || (takesText && values.every(isText))) return schema;
  const told = `${typeof rest.description === 'string' ? `${rest.description} ` : ''}One of: ${values.map((value) => JSON.stringify(value)).join(', ')}.`;
  return { ...rest, description: told };
}

/** Gemini refuses a required name that is no property. */
function requiredFor(schema: Json, { freeNames }: SchemaLimits): Json {
  const { required, ...rest } = schema;
  if (freeNames || !Array.isArray(required)) return schema;
  const known = required.filter((name) => isObject(schema.properties) && Object.hasOwn(schema.properties, String(name)));
  if (known.length === required.length) return schema;
  return known.length === 0 ? rest : { ...rest, required: known };
}
