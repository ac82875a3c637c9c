import type { JsonSchema } from '@loadout/core';
import { isFields, wrong } from './fields.js';

const MOST_DEPTH = 64;
/** Values that are no schemas, whatever they look like. */
const VALUES = ['enum', 'const', 'default', 'examples'];

/**
 * A schema of a client, for the answer of a run. An expression in it would run here, on the text of a model, and could take the
 * processor for ever. So `pattern` is told to the model, and not checked. Throws OPENAI_FIELD for a schema that is nested too deeply.
 */
export function clientSchema(schema: JsonSchema, param: string): JsonSchema {
  const copy = (value: unknown, depth: number): unknown => {
    if (depth > MOST_DEPTH) throw wrong(param, `is nested more than ${MOST_DEPTH} levels deep`);
    if (Array.isArray(value)) return value.map((one) => copy(one, depth + 1));
    if (!isFields(value)) return value;
    const { pattern, ...rest } = value;
    const entries = Object.entries(typeof pattern === 'string' ? rest : value);
    const made = Object.fromEntries(entries.map(([key, one]) => [key, VALUES.includes(key) ? one : copy(one, depth + 1)]));
    if (typeof pattern !== 'string') return made;
    const { description } = made;
    return { ...made, description: `${typeof description === 'string' ? `${description} ` : ''}It must match ${pattern}` };
  };
  return copy(schema, 0) as JsonSchema;
}
