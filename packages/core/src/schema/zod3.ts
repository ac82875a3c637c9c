import type { JsonSchema, Parsed } from '../contract/schema.js';
import { errors } from '../errors.js';
import { messageOf } from '../message-of.js';

/** A schema of zod 3, which cannot tell its JSON Schema itself. */
export interface Zod3Schema<T = unknown> {
  readonly _output: T;
  readonly _def: object;
  safeParseAsync(value: unknown): Promise<object>;
}

/** The fields of zod 3's definitions that the conversion reads. */
interface Definition {
  readonly typeName: string;
  readonly description?: string;
  readonly checks?: readonly {
    readonly kind: string;
    readonly value?: unknown;
    readonly regex?: RegExp;
    readonly inclusive?: boolean;
  }[];
  readonly innerType?: Zod3Schema;
  readonly schema?: Zod3Schema;
  readonly in?: Zod3Schema;
  readonly type?: Zod3Schema;
  readonly valueType?: Zod3Schema;
  readonly left?: Zod3Schema;
  readonly right?: Zod3Schema;
  readonly shape?: () => Readonly<Record<string, Zod3Schema>>;
  readonly unknownKeys?: string;
  readonly options?: Iterable<Zod3Schema>;
  readonly items?: readonly Zod3Schema[];
  readonly values?: unknown;
  readonly value?: unknown;
  readonly defaultValue?: () => unknown;
  readonly minLength?: { readonly value: number } | null;
  readonly maxLength?: { readonly value: number } | null;
  readonly exactLength?: { readonly value: number } | null;
}

export const isZod3 = (source: object): source is Zod3Schema =>
  '_def' in source && 'safeParseAsync' in source && typeof (source._def as Partial<Definition>).typeName === 'string';

/** Returns the JSON Schema of the input of a zod 3 schema. Throws SCHEMA_INVALID for a type without one. Source: DEF-06. */
export function zod3JsonSchema(schema: Zod3Schema, owner: string): JsonSchema {
  const definition = schema._def as Definition;
  const convert = FORMS[definition.typeName];
  if (convert === undefined)
    throw errors.SCHEMA_INVALID({ owner, problem: `${definition.typeName} of zod 3 has no JSON Schema` });
  const json = convert(definition, (inner) => zod3JsonSchema(inner as Zod3Schema, owner));
  return definition.description === undefined ? json : { ...json, description: definition.description };
}

export async function parseZod3(schema: Zod3Schema, value: unknown): Promise<Parsed<unknown>> {
  try {
    const result = (await schema.safeParseAsync(value)) as {
      readonly data?: unknown;
      readonly error?: { readonly issues: readonly { readonly message: string; readonly path: readonly PropertyKey[] }[] };
    };
    if (result.error === undefined) return { ok: true, value: result.data };
    const issues = result.error.issues.map(({ message, path }) => ({
      message,
      path: path.map((step) => `/${String(step)}`).join(''),
    }));
    return { ok: false, issues };
  } catch (error) {
    return { ok: false, issues: [{ path: '', message: `the schema itself failed: ${messageOf(error)}` }] };
  }
}

type Convert = (definition: Definition, json: (inner: Zod3Schema | undefined) => JsonSchema) => JsonSchema;

const inner: Convert = (definition, json) => json(definition.innerType ?? definition.schema ?? definition.in ?? definition.type);
const any: Convert = () => ({});
const union: Convert = ({ options = [] }, json) => ({ anyOf: [...options].map(json) });

const FORMS: Readonly<Record<string, Convert>> = {
  ZodString: ({ checks = [] }) => ({ type: 'string', ...defined(checks.map(stringKeyword)) }),
  ZodNumber: ({ checks = [] }) => ({ type: 'number', ...defined(checks.map(numberKeyword)) }),
  ZodBoolean: () => ({ type: 'boolean' }),
  ZodNull: () => ({ type: 'null' }),
  ZodAny: any,
  ZodUnknown: any,
  ZodLiteral: ({ value }) => ({ const: value }),
  ZodEnum: ({ values }) => ({ enum: values }),
  ZodNativeEnum: ({ values }) => ({ enum: enumValues(values as Record<string, unknown>) }),
  ZodArray: ({ type, minLength, maxLength, exactLength }, json) => ({
    type: 'array',
    items: json(type),
    ...defined([
      ['minItems', (exactLength ?? minLength)?.value],
      ['maxItems', (exactLength ?? maxLength)?.value],
    ]),
  }),
  ZodTuple: ({ items = [] }, json) => ({
    type: 'array',
    prefixItems: items.map(json),
    minItems: items.length,
    maxItems: items.length,
  }),
  ZodRecord: ({ valueType }, json) => ({ type: 'object', additionalProperties: json(valueType) }),
  ZodObject: ({ shape, unknownKeys }, json) => ({
    type: 'object',
    ...propertiesOf(shape?.() ?? {}, json),
    ...(unknownKeys === 'strict' ? { additionalProperties: false } : {}),
  }),
  ZodUnion: union,
  ZodDiscriminatedUnion: union,
  ZodIntersection: ({ left, right }, json) => ({ allOf: [json(left), json(right)] }),
  ZodNullable: ({ innerType }, json) => ({ anyOf: [json(innerType), { type: 'null' }] }),
  ZodDefault: ({ innerType, defaultValue }, json) => ({ ...json(innerType), default: defaultValue?.() }),
  ZodOptional: inner,
  ZodEffects: inner,
  ZodBranded: inner,
  ZodReadonly: inner,
  ZodCatch: inner,
  ZodPipeline: inner,
};

function propertiesOf(shape: Readonly<Record<string, Zod3Schema>>, json: (inner: Zod3Schema) => JsonSchema) {
  const fields = Object.entries(shape);
  return {
    properties: Object.fromEntries(fields.map(([name, field]) => [name, json(field)])),
    required: fields.filter(([, field]) => !mayBeAbsent(field)).map(([name]) => name),
  };
}

/** Wrappers that accept an absent value, through wrappers that leave the question to what they wrap. */
export function mayBeAbsent(schema: Zod3Schema): boolean {
  const definition = schema._def as Definition;
  if (/^Zod(?:Optional|Default|Catch|Any|Unknown)$/.test(definition.typeName)) return true;
  const wrapped = definition.innerType ?? definition.schema ?? definition.in;
  return wrapped !== undefined && mayBeAbsent(wrapped);
}

type Keyword = readonly [name: string, value: unknown] | undefined;

const STRING_FORMATS = new Set(['email', 'uuid', 'date', 'time']);

function stringKeyword({ kind, value, regex }: NonNullable<Definition['checks']>[number]): Keyword {
  if (kind === 'min') return ['minLength', value];
  if (kind === 'max') return ['maxLength', value];
  if (kind === 'regex') return ['pattern', regex?.source];
  if (kind === 'url') return ['format', 'uri'];
  if (kind === 'datetime') return ['format', 'date-time'];
  return STRING_FORMATS.has(kind) ? ['format', kind] : undefined;
}

function numberKeyword({ kind, value, inclusive }: NonNullable<Definition['checks']>[number]): Keyword {
  if (kind === 'int') return ['type', 'integer'];
  if (kind === 'min') return [inclusive === true ? 'minimum' : 'exclusiveMinimum', value];
  if (kind === 'max') return [inclusive === true ? 'maximum' : 'exclusiveMaximum', value];
  return kind === 'multipleOf' ? ['multipleOf', value] : undefined;
}

const defined = (keywords: readonly Keyword[]) =>
  Object.fromEntries(keywords.filter((keyword) => keyword?.[1] !== undefined) as [string, unknown][]);

/** A numeric enum of TypeScript also maps its values back to its names. */
const enumValues = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).flatMap(([name, value]) =>
    typeof values[String(value)] === 'number' && Number.isFinite(Number(name)) ? [] : [value],
  );
