import type { JsonSchema, ParamMap, ParamType, Schema, SchemaSource, StandardSchema } from '../contract/schema.js';
import { errors } from '../errors.js';
import { parseStandard, standardJsonSchema } from './standard.js';
import { checkSupported } from './supported.js';
import { validate } from './validate.js';

/** Makes a `Schema` of any form that an author may write. Throws SCHEMA_INVALID, naming `owner`, for an unusable form. */
export function compileSchema(source: SchemaSource | Schema, owner: string): Schema {
  if (isSchema(source)) return source;
  if (isStandard(source)) return { json: standardJsonSchema(source, owner), parse: (value) => parseStandard(source, value) };
  return fromJsonSchema(isJsonSchema(source) ? source : paramsToJsonSchema(source as ParamMap, owner), owner);
}

export function fromJsonSchema(json: JsonSchema, owner: string): Schema {
  const problem = checkSupported(json);
  if (problem !== undefined) throw errors.SCHEMA_INVALID({ owner, problem });
  return { json, parse: (value) => validate(json, value) };
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
  for (const [name, type] of Object.entries(params)) {
    const named = NAMES.get(type) ?? type;
    if (typeof named !== 'string' || !TYPES.has(named)) {
      throw errors.SCHEMA_INVALID({
        owner,
        problem: `parameter "${name}" has the type ${String(type)}, which is none of ${[...TYPES].join(', ')}`,
      });
    }
    properties[name] = { type: named };
  }
  return { type: 'object', properties, required: Object.keys(params) };
}
