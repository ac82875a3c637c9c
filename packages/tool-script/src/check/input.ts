import { isObject, type JsonSchema } from '@loadout/core';
import type { Declaration, Property } from './declaration.js';

export interface Input {
  /** The schema that the model sees and that every call is checked with. No other key passes it. */
  readonly schema: JsonSchema;
  readonly properties: Readonly<Record<string, Property>>;
}

/** Whether `input` is written as a JSON Schema, rather than as properties. */
const isLongForm = ({ input }: Declaration): boolean => input?.type === 'object' && isObject(input.properties);

/** Reads both forms of `input`. In the short form every property without `default` and `required: false` is required. */
export function inputOf(declaration: Declaration): Input {
  const long = isLongForm(declaration) ? (declaration.input as JsonSchema) : undefined;
  const given = (long?.properties ?? declaration.input ?? {}) as Readonly<Record<string, Property>>;
  const properties = Object.fromEntries(Object.entries(given).map(([name, one]) => [name, plain(one)]));
  const required = Object.keys(given).filter((name) => given[name]?.required !== false && given[name]?.default === undefined);
  const schema = { ...(long ?? { type: 'object', required }), properties, additionalProperties: false };
  return { schema: schema as JsonSchema, properties: given };
}

/** The schema of a property, without the keys that are not of JSON Schema. In the long form `required` is a list of an object. */
function plain(property: Property): Property {
  if (!isObject(property)) return property;
  const { dash: _, required, ...schema } = property;
  return (Array.isArray(required) ? { ...schema, required } : schema) as Property;
}
