import type { JsonSchema } from '../contract/schema.js';
import { isObject, pointerKey } from '../names/json.js';
import { resolveRef } from './validate.js';

/** A text that a schema marks with `secret: true`. `path` is a JSON pointer into the value. */
export interface SecretOption {
  readonly path: string;
  readonly value: string;
}

/** Returns the texts of a value that its schema marks as secrets, those below a marked object or list included. */
export function secretOptions(schema: JsonSchema, value: unknown): readonly SecretOption[] {
  return [...markedIn(schema, value)].flatMap(([path, { text }]) => (text === undefined ? [] : [{ path, value: text }]));
}

/**
 * Returns whether a message about a path must not repeat the value: it is a secret, contains one, or stands where the schema
 * expects a value that contains one.
 */
export function secretPlaces(schema: JsonSchema, value: unknown): (path: string) => boolean {
  const paths = [...markedIn(schema, value).keys()];
  return (path) => paths.some((marked) => marked === path || marked.startsWith(`${path}/`));
}

/** A place where the schema has a secret. `text`: the secret. */
interface Marked {
  readonly text?: string | undefined;
}

function markedIn(schema: JsonSchema, value: unknown): ReadonlyMap<string, Marked> {
  const found = new Map<string, Marked>();
  collect(schema, value, { path: '', isSecret: false, root: schema, found, above: [], seen: new Map() });
  return found;
}

interface Place {
  readonly path: string;
  readonly isSecret: boolean;
  readonly root: JsonSchema;
  readonly found: Map<string, Marked>;
  /** The objects and lists that lead here. An option of a program may be an instance that leads back to itself. */
  readonly above: readonly unknown[];
  /** The schemas that were looked at for a path, apart for a path that is known to be a secret: several forms may lead to one schema. */
  readonly seen: Map<string, Set<unknown>>;
}

function collect(schema: unknown, value: unknown, place: Place): void {
  // Below a value without a schema nothing is marked.
  if ((!isObject(schema) && !place.isSecret) || place.above.includes(value)) return;
  if (isSeen(schema, place)) return;
  const here = isObject(schema) ? schema : {};
  const at = { ...place, isSecret: place.isSecret || here.secret === true };
  const text = at.isSecret && typeof value === 'string' && value !== '' ? value : place.found.get(place.path)?.text;
  if (at.isSecret || mayHoldSecret(here, place)) place.found.set(place.path, { text });
  if (typeof here.$ref === 'string') collect(resolveRef(here.$ref, place.root), value, at);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const)
    for (const part of Array.isArray(here[keyword]) ? here[keyword] : []) collect(part, value, at);
  const inside = { ...at, above: [...place.above, value] };
  if (Array.isArray(value)) for (const [index, item] of value.entries()) collect(itemOf(here, index), item, below(inside, index));
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) collect(propertyOf(here, key), item, below(inside, key));
}

function isSeen(schema: unknown, { path, isSecret, seen }: Place): boolean {
  const key = `${isSecret} ${path}`;
  const schemas = seen.get(key) ?? new Set();
  if (schemas.has(schema)) return true;
  seen.set(key, schemas.add(schema));
  return false;
}

/** Whether a value of this schema may contain a secret. A reference may lead to one. */
function mayHoldSecret(schema: object, { root }: Place): boolean {
  const isMarked = (one: object) => JSON.stringify(one).includes('"secret":true');
  return isMarked(schema) || (JSON.stringify(schema).includes('"$ref"') && isMarked(root));
}

const itemOf = ({ prefixItems, items }: Readonly<Record<string, unknown>>, index: number): unknown =>
  Array.isArray(prefixItems) && index < prefixItems.length ? prefixItems[index] : items;

const propertyOf = (schema: Readonly<Record<string, unknown>>, key: string): unknown =>
  isObject(schema.properties) && Object.hasOwn(schema.properties, key) ? schema.properties[key] : schema.additionalProperties;

const below = (place: Place, key: string | number): Place => ({
  ...place,
  path: `${place.path}/${pointerKey(key)}`,
});
