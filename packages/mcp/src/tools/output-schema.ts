import { fromJsonSchema, isLoadoutError, isObject, type JsonSchema, type Schema } from '@loadout/core';

/**
 * Returns the schema against which structured content of a server's tool is checked, or `undefined` if it contains nothing that
 * can be checked. Patterns of a server do not run here: parts that depend on a pattern are left out, and the rest is checked.
 * Source: MCPS-08.
 */
export function outputSchema(declared: JsonSchema | undefined, tool: string): Schema | undefined {
  if (declared === undefined) return undefined;
  try {
    return fromJsonSchema(withoutPatterns(declared) as JsonSchema, `the output of ${tool}`);
  } catch (error) {
    if (isLoadoutError(error)) return undefined;
    throw error;
  }
}

/** Keywords whose meaning turns around, or tightens, when a pattern below them is gone. */
const LEFT_OUT = new Set(['pattern', 'not', 'oneOf', 'propertyNames']);

function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (keyword === 'enum' || keyword === 'const' || keyword === 'default' || keyword === 'examples') return [[keyword, value]];
      if (NAMED.has(keyword) && isObject(value))
        return [[keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutPatterns(one)]))]];
      return LEFT_OUT.has(keyword) ? [] : [[keyword, withoutPatterns(value)]];
    }),
  );
}

/** Maps by name: a property may be called as a keyword is. */
const NAMED = new Set(['properties', '$defs', 'definitions']);
