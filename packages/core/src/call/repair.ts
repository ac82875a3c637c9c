import type { Issue, JsonSchema } from '../contract/schema.js';
import { pointerKeys } from '../names/pointer.js';

/**
 * Corrects typical slips of models where an issue points: JSON in a string instead of an object or list, `"5"` and `"true"` for a
 * number and a boolean, `null` for an omitted parameter. The caller parses the result again, so nothing is trusted.
 */
export function repair(input: unknown, schema: JsonSchema, issues: readonly Issue[]): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const result: Record<string, unknown> = { ...input };
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  for (const key of new Set(issues.map((issue) => pointerKeys(issue.path)[0] ?? ''))) {
    if (!Object.hasOwn(result, key) || !Object.hasOwn(properties, key)) continue;
    if (result[key] === null && !required.has(key)) delete result[key];
    else result[key] = repairValue(result[key], properties[key]?.type);
  }
  return result;
}

function repairValue(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string') return value;
  const wanted = new Set(([] as unknown[]).concat(type ?? []));
  if (wanted.has('string')) return value;
  const looksRight =
    (wanted.has('object') && /^\s*\{/.test(value)) ||
    (wanted.has('array') && /^\s*\[/.test(value)) ||
    (wanted.has('boolean') && /^(true|false)$/.test(value)) ||
    ((wanted.has('number') || wanted.has('integer')) && /^-?\d+(\.\d+)?$/.test(value));
  if (!looksRight) return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'number' && Math.abs(parsed) > Number.MAX_SAFE_INTEGER ? value : parsed;
  } catch {
    return value;
  }
}
