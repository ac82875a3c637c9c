import { isObject, type JsonSchema } from '@loadout/core';
import { type Fields, wrong } from './fields.js';

const MOST_DEPTH = 64;
/** Values that are no schemas, whatever they look like. */
const VALUES = ['enum', 'const', 'default', 'examples'];
/** Maps of schemas by name. A property may be called as a keyword is. */
const NAMED = ['properties', '$defs', 'definitions'];
/** Keywords that would refuse other values if a pattern below them were gone. */
const TURNING = ['not', 'oneOf', 'propertyNames'];

/**
 * A schema of a client, for the answer of a run. An expression in it would run here, on the text of a model, and could take the
 * processor for ever. So `pattern` is told to the model, and not checked. Throws OPENAI_FIELD for a schema that is nested too deeply, or
 * that means something else without a pattern.
 */
export const clientSchema = (schema: JsonSchema, param: string): JsonSchema => plain(schema, { param, depth: 0 }) as JsonSchema;

interface At {
  readonly param: string;
  readonly depth: number;
  /** The keyword above that turns the meaning around. */
  readonly below?: string | undefined;
}

function plain(value: unknown, at: At): unknown {
  const next = { ...at, depth: at.depth + 1 };
  if (at.depth > MOST_DEPTH) throw wrong(at.param, `is nested more than ${MOST_DEPTH} levels deep`);
  if (Array.isArray(value)) return value.map((one) => plain(one, next));
  if (!isObject(value)) return value;
  const { pattern, ...rest } = value;
  const made = Object.fromEntries(Object.entries(rest).map(([keyword, one]) => [keyword, keywordOf(keyword, one, next)]));
  if (pattern === undefined) return made;
  if (at.below !== undefined) throw wrong(at.param, `has a pattern below ${at.below}, and patterns are not checked here`);
  const { description } = made;
  return { ...made, description: `${typeof description === 'string' ? `${description} ` : ''}It must match ${pattern}` };
}

function keywordOf(keyword: string, value: unknown, at: At): unknown {
  if (VALUES.includes(keyword)) return value;
  if (NAMED.includes(keyword) && isObject(value)) return mapped(value, at);
  return plain(value, TURNING.includes(keyword) ? { ...at, below: keyword } : at);
}

const mapped = (schemas: Fields, at: At): Fields =>
  Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, plain(one, at)]));
