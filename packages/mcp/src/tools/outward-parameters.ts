import { isObject, type JsonSchema } from '@loadout/core';

/** The names of parameters that model providers take. A single other name makes them refuse every request. */
const PLAIN = /^[a-zA-Z0-9_.-]{1,64}$/;
const LONGEST = 60;

/** A schema with names that providers take, and the way back to the names of the server. */
export interface OutwardParameters {
  readonly json: JsonSchema;
  inward(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** Renames parameters such as `$filter` or `user[id]`. The server gets its own names back (GAP-B5). */
export function outwardParameters(schema: JsonSchema): OutwardParameters {
  const names = namesIn(schema, 0);
  const outward = new Map<string, string>();
  const taken = new Set(names.filter((name) => PLAIN.test(name)));
  for (const name of names) if (!PLAIN.test(name) && !outward.has(name)) outward.set(name, freeName(name, taken));
  if (outward.size === 0) return { json: schema, inward: (input) => input };
  const inward = new Map([...outward].map(([name, sent]) => [sent, name]));
  return {
    json: renamed(schema, outward),
    inward: (input) => Object.fromEntries(Object.entries(input).map(([name, value]) => [inward.get(name) ?? name, value])),
  };
}

function freeName(name: string, taken: Set<string>): string {
  const plain =
    name
      .replace(/[^a-zA-Z0-9_.-]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, LONGEST) || 'parameter';
  let free = plain;
  for (let number = 2; taken.has(free); number++) free = `${plain}_${number}`;
  taken.add(free);
  return free;
}

/** The parts of a schema that are about the same object. */
const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const PARTS = ['if', 'then', 'else', 'not'] as const;
const DEEPEST = 8;

function namesIn(schema: JsonSchema, depth: number): readonly string[] {
  if (depth > DEEPEST) return [];
  const parts = [...LISTS.flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : [])), ...PARTS.map((key) => schema[key])];
  const own = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  return [...own, ...parts.filter(isObject).flatMap((part) => namesIn(part, depth + 1))];
}

type Names = ReadonlyMap<string, string>;

function renamed(schema: JsonSchema, names: Names): JsonSchema {
  const nameOf = (name: unknown) => names.get(String(name)) ?? name;
  const inner = (value: unknown) => (isObject(value) ? renamed(value, names) : value);
  const byName = (value: unknown, change: (child: unknown, name: string) => unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, child]) => [nameOf(name), change(child, name)]))
      : value;
  const list = (value: unknown) => (Array.isArray(value) ? value.map(nameOf) : inner(value));
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties') return [key, byName(value, (child, name) => (names.has(name) ? withName(child, name) : child))];
      if (key === 'required') return [key, list(value)];
      if (/^(?:dependencies|dependentRequired|dependentSchemas)$/.test(key)) return [key, byName(value, list)];
      if ((LISTS as readonly string[]).includes(key)) return [key, Array.isArray(value) ? value.map(inner) : value];
      return [key, (PARTS as readonly string[]).includes(key) ? inner(value) : value];
    }),
  );
}

function withName(schema: unknown, name: string): unknown {
  if (!isObject(schema)) return schema;
  const own = typeof schema.description === 'string' ? `${schema.description} ` : '';
  return { ...schema, description: `${own}The server calls it ${JSON.stringify(name)}.` };
}
