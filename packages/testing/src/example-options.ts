import type { JsonSchema } from '@loadout/core';
import { errors } from './errors.js';

/**
 * Options that a schema takes, for a plugin that is set up only to be described: `examples` and `default` where the schema has
 * them, else the smallest value of each required option. Throws OPTIONS_UNGUESSED for an option whose value cannot be guessed.
 */
export function exampleOptions(schema: JsonSchema): unknown {
  return exampleOf(schema, '');
}

function exampleOf(schema: unknown, path: string): unknown {
  const { examples, default: preset, const: only, enum: values, anyOf, oneOf, type } = asRecord(schema);
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (preset !== undefined) return preset;
  if (only !== undefined) return only;
  if (Array.isArray(values) && values.length > 0) return values[0];
  const [form] = [anyOf, oneOf].find(Array.isArray) ?? [];
  if (form !== undefined) return exampleOf(form, path);
  return smallest(Array.isArray(type) ? type[0] : type, { schema: asRecord(schema), path });
}

interface Place {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly path: string;
}

function smallest(type: unknown, { schema, path }: Place): unknown {
  if (type === 'object') return smallestObject(schema, path);
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  if (type === 'array') return Array.from({ length: number(schema.minItems) ?? 0 }, () => exampleOf(schema.items, `${path}/0`));
  if ((type === 'integer' || type === 'number') && schema.multipleOf === undefined)
    return number(schema.minimum) ?? (number(schema.exclusiveMinimum) ?? 0) + 1;
  if (type === 'string' && schema.pattern === undefined) return textOf(schema);
  throw errors.OPTIONS_UNGUESSED({ path: path || 'the options' });
}

function smallestObject({ properties, required }: Readonly<Record<string, unknown>>, path: string): object {
  const names = Array.isArray(required) ? required.map(String) : [];
  return Object.fromEntries(names.map((name) => [name, exampleOf(asRecord(properties)[name], `${path}/${name}`)]));
}

/** A text of the wanted length, or of the wanted format. */
function textOf({ format, minLength }: Readonly<Record<string, unknown>>): string {
  const formats: Readonly<Record<string, string>> = {
    uri: 'https://example.invalid/',
    email: 'nobody@example.invalid',
    date: '2000-01-01',
    'date-time': '2000-01-01T00:00:00Z',
  };
  return formats[String(format)] ?? 'x'.repeat(number(minLength) ?? 1);
}

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
