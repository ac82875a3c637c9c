import type {
  Issue,
  JsonSchema,
  ParamMap,
  ParamType,
  Parsed,
  Schema,
  SchemaSource,
  StandardResult,
  StandardSchema,
} from '../contract/schema.js';
import { messageOf } from '../errors/loadout-error.js';
import { errors } from '../errors.js';
import { clipped } from '../names/clipped.js';
import { isObject, pointerKey } from '../names/json.js';
import { fromJsonSchema } from './validate.js';

/** Makes a `Schema` of any form that an author may write. Throws SCHEMA_INVALID, naming `owner`, for an unusable form. */
export function compileSchema(source: SchemaSource | Schema, owner: string): Schema {
  // Types of arktype are functions.
  if (!isObject(source) && typeof source !== 'function')
    throw errors.SCHEMA_INVALID({ owner, problem: `it is ${shown(source)}` });
  if (isSchema(source)) return source;
  if (isStandard(source)) return { json: standardJsonSchema(source, owner), parse: (value) => parseStandard(source, value) };
  const entries = Object.entries(source);
  if (entries.some(([, field]) => isWritten(field)))
    return shapeSchema(entries.map(([name, field]) => fieldOf(name, field, owner)));
  return fromJsonSchema(isJsonSchema(source) ? source : paramsToJsonSchema(source as ParamMap, owner), owner);
}

/** Whether a field of a map is a schema of zod or of another library, as in `{ city: z.string() }`. */
const isWritten = (field: unknown): field is StandardSchema =>
  ((typeof field === 'object' && field !== null) || typeof field === 'function') && isStandard(field);

function fieldOf(name: string, field: unknown, owner: string): ShapeField {
  const where = `${owner}, parameter "${name}"`;
  if (!isWritten(field)) return { name, schema: fromJsonSchema({ type: typeOf(name, field, owner) }, where), isOptional: false };
  const schema = compileSchema(field, where);
  return { name, schema, isOptional: takesNothing(schema) };
}

/** Whether a schema accepts `undefined`. One that takes its time to answer is required. */
function takesNothing({ parse }: Schema): boolean {
  const parsed = parse(undefined);
  return !(parsed instanceof Promise) && parsed.ok;
}

const isSchema = (source: object): source is Schema =>
  'json' in source && typeof source.json === 'object' && 'parse' in source && typeof source.parse === 'function';
const isStandard = (source: object): source is StandardSchema => '~standard' in source;

/**
 * Whether a source is JSON Schema. A parameter map with the single parameter `type` looks the same; JSON Schema wins, as in the
 * Agent SDKs.
 */
const isJsonSchema = (source: object): source is JsonSchema =>
  ('type' in source && source.type === 'object') ||
  '$schema' in source ||
  ('properties' in source && typeof source.properties === 'object');

const NAMES = new Map<ParamType, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
  [Array, 'array'],
  [Object, 'object'],
]);
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);

function paramsToJsonSchema(params: ParamMap, owner: string): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, type] of Object.entries(params)) properties[name] = { type: typeOf(name, type, owner) };
  return { type: 'object', properties, required: Object.keys(params) };
}

function typeOf(name: string, type: unknown, owner: string): string {
  const named = NAMES.get(type as ParamType) ?? type;
  if (typeof named === 'string' && TYPES.has(named)) return named;
  const problem = `parameter "${name}" has the type ${shown(type)}, which is neither a zod schema nor one of ${[...TYPES].join(', ')}`;
  throw errors.SCHEMA_INVALID({ owner, problem });
}

/** A value as its author wrote it, as far as that can be told in a few words. */
function shown(value: unknown): string {
  return clipped(typeof value === 'object' ? JSON.stringify(value) : String(value), 80);
}

/** One field of a shape. */
interface ShapeField {
  readonly name: string;
  readonly schema: Schema;
  readonly isOptional: boolean;
}

/** Makes the schema of an object from the schemas of its fields. Unknown keys are left out of the value. */
function shapeSchema(fields: readonly ShapeField[]): Schema {
  return {
    json: {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema.json])),
      required: fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    },
    parse: (value) => parseShape(fields, value),
  };
}

async function parseShape(fields: readonly ShapeField[], value: unknown): Promise<Parsed<unknown>> {
  if (!isObject(value)) return { ok: false, issues: [{ path: '', message: 'must be object' }] };
  const parsed: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const { name, schema } of fields) {
    const result = await schema.parse(value[name]);
    if (!result.ok) issues.push(...result.issues.map((issue) => ({ ...issue, path: `/${pointerKey(name)}${issue.path}` })));
    else if (result.value !== undefined) parsed[name] = result.value;
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: parsed };
}

function standardJsonSchema(schema: StandardSchema, owner: string): JsonSchema {
  const convert = schema['~standard'].jsonSchema?.input;
  if (convert === undefined) {
    throw errors.SCHEMA_INVALID({ owner, problem: `this ${schema['~standard'].vendor} schema cannot tell its JSON Schema` });
  }
  try {
    const { $schema: _, ...json } = convert({ target: 'draft-2020-12' });
    return json;
  } catch (cause) {
    throw errors.SCHEMA_INVALID({ owner, problem: `it has no JSON Schema: ${messageOf(cause)}` }, { cause });
  }
}

function parseStandard(schema: StandardSchema, value: unknown): Parsed<unknown> | Promise<Parsed<unknown>> {
  try {
    const result = schema['~standard'].validate(value);
    return result instanceof Promise ? result.then(toParsed, crashed) : toParsed(result);
  } catch (error) {
    return crashed(error);
  }
}

function toParsed(result: StandardResult<unknown>): Parsed<unknown> {
  if (result.issues === undefined) return { ok: true, value: result.value };
  return { ok: false, issues: result.issues.map(toIssue) };
}

function toIssue(issue: NonNullable<StandardResult<unknown>['issues']>[number]): Issue {
  const keys = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step));
  return { path: keys.map((key) => `/${pointerKey(key)}`).join(''), message: issue.message };
}

const crashed = (error: unknown): Parsed<never> => ({
  ok: false,
  issues: [{ path: '', message: `the schema itself failed: ${messageOf(error)}` }],
});
