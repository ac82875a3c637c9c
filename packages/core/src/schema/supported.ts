import type { JsonSchema } from '../contract/schema.js';
import { isObject } from '../names/json.js';
import { patternOf, resolveRef } from './validate.js';

const ANNOTATIONS =
  '$schema $id $comment $defs definitions title description default examples deprecated readOnly writeOnly ' +
  'format contentMediaType contentEncoding secret';
const CHECKED =
  '$ref type enum const properties required additionalProperties propertyNames minProperties maxProperties ' +
  'items prefixItems minItems maxItems uniqueItems minLength maxLength pattern minimum maximum ' +
  'exclusiveMinimum exclusiveMaximum multipleOf anyOf oneOf allOf not';
const KNOWN = new Set(`${ANNOTATIONS} ${CHECKED}`.split(' '));

/** Describes the part of the schema that `validate` cannot check, as a sentence; `undefined` if it can check all parts. */
export function checkSupported(schema: JsonSchema): string | undefined {
  return problemOf(schema, '', schema);
}

function problemOf(schema: unknown, path: string, root: JsonSchema): string | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (!isObject(schema)) return `at "${path}" stands ${JSON.stringify(schema)} where a schema is expected`;
  for (const keyword of Object.keys(schema)) {
    if (!KNOWN.has(keyword) && !keyword.startsWith('x-')) return `keyword "${keyword}" at "${path}" is not supported`;
  }
  if ('$ref' in schema && !refEnds(schema.$ref, root))
    return `"$ref" at "${path}" is ${JSON.stringify(schema.$ref)}, which leads to no schema inside this one`;
  if ('pattern' in schema && patternOf(schema.pattern) === undefined)
    return `"pattern" at "${path}" is ${JSON.stringify(schema.pattern)}, which is not a regular expression`;
  for (const [child, at] of subschemas(schema, path)) {
    const problem = problemOf(child, at, root);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function* subschemas(schema: JsonSchema, path: string): Generator<[unknown, string]> {
  for (const keyword of ['properties', '$defs', 'definitions']) {
    for (const [key, child] of Object.entries(isObject(schema[keyword]) ? schema[keyword] : {}))
      yield [child, `${path}/${keyword}/${key}`];
  }
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    for (const [index, child] of (Array.isArray(schema[keyword]) ? schema[keyword] : []).entries())
      yield [child, `${path}/${keyword}/${index}`];
  }
  for (const keyword of ['items', 'additionalProperties', 'propertyNames', 'not']) {
    if (schema[keyword] !== undefined) yield [schema[keyword], `${path}/${keyword}`];
  }
}

/** Returns whether a chain of `$ref`s ends in a schema. A chain that returns to itself without a value in between never ends. */
function refEnds(ref: unknown, root: JsonSchema): boolean {
  const seen = new Set<unknown>();
  let next = ref;
  while (typeof next === 'string' && !seen.has(next)) {
    seen.add(next);
    const target = resolveRef(next, root);
    if (typeof target === 'boolean') return true;
    if (!isObject(target)) return false;
    if (target.$ref === undefined) return true;
    next = target.$ref;
  }
  return false;
}
