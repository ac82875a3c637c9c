import * as z from 'zod';
import { type Decision, decisionOf } from './free.js';

/** A key of the schema, a name of a record, a value of a record, or what a list holds. */
export interface SchemaKey {
  /** `agents.<name>.limits.turns`, `models.<name>`, `permissions.deny[].rule`. `models.<>`: a name of the record itself. */
  readonly path: string;
  readonly schema: z.ZodType;
  /** The decision about it. Items of a list share that of the list. */
  readonly decision: Decision | undefined;
  /** The nearest path above it, itself included, that waits as a whole. */
  readonly waitsAt: string | undefined;
}

/** Returns every key of a schema, however deep, also below those that wait. */
export function schemaKeys(schema: z.ZodType, at: Omit<SchemaKey, 'schema'>): readonly SchemaKey[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return schemaKeys(schema.unwrap() as z.ZodType, at);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => schemaKeys(one as z.ZodType, at));
  if (schema instanceof z.ZodArray) return schemaKeys(schema.element as z.ZodType, { ...at, path: `${at.path}[]` });
  if (schema instanceof z.ZodRecord) {
    const [names, values] = [schema.keyType as unknown as z.ZodType, schema.valueType as z.ZodType];
    // Data of any form is decided as one value.
    if (values instanceof z.ZodUnknown) return [];
    return [keyOf(names, `${at.path}.<>`, at), ...withInner(keyOf(values, `${at.path}.<name>`, at))];
  }
  if (!(schema instanceof z.ZodObject)) return [];
  const base = at.path === '' ? '' : `${at.path}.`;
  return Object.entries(schema.shape).flatMap(([key, value]) => withInner(keyOf(value as z.ZodType, `${base}${key}`, at)));
}

const withInner = (key: SchemaKey): readonly SchemaKey[] => [key, ...schemaKeys(key.schema, key)];

function keyOf(schema: z.ZodType, path: string, above: Omit<SchemaKey, 'schema'>): SchemaKey {
  const decision = decisionOf(schema);
  const waitsAt = above.waitsAt ?? (decision === undefined || decision.is === 'waits' ? path : undefined);
  return { path, schema, decision, waitsAt };
}

/** Returns the keys that apply before trust, or wait by themselves, without any decision, and what to do about each. */
export function undecided(keys: readonly SchemaKey[]): readonly string[] {
  const open = keys.filter(({ decision, waitsAt, path }) => decision === undefined && waitsAt === path);
  return open.map(
    ({ path }) =>
      `${path} has no decision: write free(why, …), told(why, …) or waits(why, …) of schema/free.ts around its schema. Until then it waits for trust.`,
  );
}

const REFINED: Readonly<Record<string, string>> = {
  approver: `MCowBQYDK2VwAyEA${'A'.repeat(43)}=`,
  retention: '30d',
  commit: 'a'.repeat(40),
};

/**
 * Returns a value of the schema with this text wherever it may stand, and with the keys that are needed and no other. `true` and the
 * first value of a list of values are the usual choice.
 */
function sampleOf(schema: z.ZodType, text: string): unknown {
  const candidates = samplesOf(schema, text);
  const fitting = candidates.find((value) => schema.safeParse(value).success);
  if (fitting === undefined)
    throw new Error(`No sample fits: ${JSON.stringify(candidates)}. Teach it to schema-walk.test-kit.ts.`);
  return fitting;
}

function samplesOf(schema: z.ZodType, text: string): readonly unknown[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return samplesOf(schema.unwrap() as z.ZodType, text);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => samplesOf(one as z.ZodType, text));
  if (schema instanceof z.ZodArray) return samplesOf(schema.element as z.ZodType, text).map((one) => [one]);
  if (schema instanceof z.ZodRecord) {
    const names = samplesOf(schema.keyType as unknown as z.ZodType, text);
    return samplesOf(schema.valueType as z.ZodType, text).flatMap((value) => names.map((name) => ({ [String(name)]: value })));
  }
  if (schema instanceof z.ZodLiteral) return [...schema.values];
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodBoolean) return [true, false];
  if (schema instanceof z.ZodUnknown) return [text];
  if (schema instanceof z.ZodNull) return [null];
  if (schema instanceof z.ZodNumber) return [7, 1, 0.5];
  if (schema instanceof z.ZodObject)
    return [objectSample(schema, text), ...Object.keys(schema.shape).map((key) => only(schema, key, text))];
  return [text, '5m', 'auto', 'a.example.com', ...Object.values(REFINED)];
}

const objectSample = (schema: z.ZodObject, text: string): object =>
  Object.fromEntries(
    Object.entries(schema.shape)
      .filter(([, value]) => !(value instanceof z.ZodOptional))
      .map(([key, value]) => [key, sampleOf(value as z.ZodType, text)]),
  );

const only = (schema: z.ZodObject, key: string, text: string): object => ({
  ...objectSample(schema, text),
  [key]: sampleOf(schema.shape[key] as z.ZodType, text),
});

/** Values that only one form fits, by the end of their path. */
const FIXED: readonly (readonly [RegExp, unknown])[] = [
  [/(?:plugins|providers)\.<name>(?:\.use)?$/, '@loadout/model-anthropic'],
  [/(?:plugins|providers)\.<name>\.options$/, {}],
  [/^(?:profiles\.<name>\.)?(?:plugins|providers|mcpServers|tools)$/, {}],
  [/hooks\.[A-Z]\w+$/, []],
  [/hooks\.\w+\[\]\.hooks$/, [{ type: 'context', text: 'x' }]],
  [/hooks\.\w+\[\]\.hooks\[\]\.type$/, 'context'],
];

/** The values with which a key is tried: one of each kind, and each value of a list of values. */
export function triedValues({ path, schema }: SchemaKey, text: string): readonly unknown[] {
  const fixed = FIXED.find(([end]) => end.test(path));
  if (fixed !== undefined) return [fixed[1]];
  const fitting = samplesOf(schema, text).filter((value) => value !== null && schema.safeParse(value).success);
  const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value === 'object' ? 'map' : value);
  return [...new Map(fitting.reverse().map((value) => [kindOf(value), value])).values()];
}

/** Returns a document with one key at this value, and with the keys that are needed around it. */
export function documentWith(schema: z.ZodType, { path }: SchemaKey, { value, text }: { value: unknown; text: string }): unknown {
  const segments = path.split(/\.|(?=\[\])/);
  const build = (one: z.ZodType, [segment, ...rest]: readonly string[], above: string): unknown => {
    if (segment === undefined) return value;
    if (one instanceof z.ZodOptional || one instanceof z.ZodNullable)
      return build(one.unwrap() as z.ZodType, [segment, ...rest], above);
    if (one instanceof z.ZodUnion)
      return one.options
        .map((option) => build(option as z.ZodType, [segment, ...rest], above))
        .find((found) => found !== undefined);
    if (one instanceof z.ZodArray)
      return segment === '[]' ? listOf(build(one.element as z.ZodType, rest, `${above}[]`)) : undefined;
    if (one instanceof z.ZodRecord) {
      // A name alone: `null` removes what other layers wrote under it.
      if (segment === '<>') return { [text]: null };
      const name = String(samplesOf(one.keyType as unknown as z.ZodType, 'n')[0]);
      return segment === '<name>' ? { [name]: build(one.valueType as z.ZodType, rest, `${above}.<name>`) } : undefined;
    }
    if (!(one instanceof z.ZodObject) || !Object.hasOwn(one.shape, segment)) return undefined;
    const inner = build(one.shape[segment] as z.ZodType, rest, `${above}.${segment}`);
    return inner === undefined ? undefined : { ...around(one, above), [segment]: inner };
  };
  const made = build(schema, segments, '');
  if (made === undefined) throw new Error(`No document has a key at ${path}. Teach it to schema-walk.test-kit.ts.`);
  return made;
}

const listOf = (item: unknown) => (item === undefined ? undefined : [item]);

/** The other keys that a map needs. */
function around(schema: z.ZodObject, path: string): object {
  const needed = Object.entries({ ...objectSample(schema, 'other'), ...(Object.hasOwn(schema.shape, 'use') ? { use: '' } : {}) });
  const fixed = (key: string) => FIXED.find(([end]) => end.test(`${path}.${key}`));
  return Object.fromEntries(
    needed.flatMap(([key, value]) => (value === '' && !fixed(key) ? [] : [[key, fixed(key)?.[1] ?? value]])),
  );
}
