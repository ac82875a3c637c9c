import type { JsonSchema } from '../contract/schema.js';
import { isObject } from '../names/is-object.js';
import { resolveRef } from './validate.js';

/** A text that a schema marks with `secret: true`. `path` is a JSON pointer into the value. */
export interface SecretOption {
  readonly path: string;
  readonly value: string;
}

/** Returns the texts of a value that its schema marks as secrets, those below a marked object or list included. */
export function secretOptions(schema: JsonSchema, value: unknown): readonly SecretOption[] {
  const found = new Map<string, string>();
  collect(schema, value, { path: '', isSecret: false, root: schema, found, above: [], depth: 0 });
  return [...found].map(([path, text]) => ({ path, value: text }));
}

/** Whether the value at a path is a secret or contains one. */
export const holdsSecret = (path: string, secrets: readonly SecretOption[]): boolean =>
  secrets.some((secret) => secret.path === path || secret.path.startsWith(`${path}/`));

interface Place {
  readonly path: string;
  readonly isSecret: boolean;
  readonly root: JsonSchema;
  readonly found: Map<string, string>;
  /** The objects and lists that lead here. An option of a program may be an instance that leads back to itself. */
  readonly above: readonly unknown[];
  /** The schemas that `$ref`, `allOf` and their like lead through for one value. */
  readonly depth: number;
}

const DEEPEST = 16;

function collect(schema: unknown, value: unknown, place: Place): void {
  // Below a value without a schema nothing is marked.
  if ((!isObject(schema) && !place.isSecret) || place.depth > DEEPEST || place.above.includes(value)) return;
  const here = isObject(schema) ? schema : {};
  const at = { ...place, isSecret: place.isSecret || here.secret === true, depth: place.depth + 1 };
  if (typeof value === 'string' && at.isSecret && value !== '') place.found.set(place.path, value);
  if (typeof here.$ref === 'string') collect(resolveRef(here.$ref, place.root), value, at);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const)
    for (const part of Array.isArray(here[keyword]) ? here[keyword] : []) collect(part, value, at);
  const inside = { ...at, above: [...place.above, value], depth: 0 };
  if (Array.isArray(value)) for (const [index, item] of value.entries()) collect(here.items, item, below(inside, index));
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) collect(propertyOf(here, key), item, below(inside, key));
}

const propertyOf = (schema: Readonly<Record<string, unknown>>, key: string): unknown =>
  isObject(schema.properties) && Object.hasOwn(schema.properties, key) ? schema.properties[key] : schema.additionalProperties;

const below = (place: Place, key: string | number): Place => ({
  ...place,
  path: `${place.path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`,
});
