import type { JsonSchema } from '@loadout/core';

/**
 * Returns the schema with the descriptions of the written one where the code has none. Descriptions are for editors, which read
 * the manifest, so a package that must be small can leave them out of its code.
 */
export function withTexts(schema: JsonSchema, written: unknown): JsonSchema {
  const text = field(written, 'description');
  const own = schema.description === undefined && typeof text === 'string' ? { ...schema, description: text } : schema;
  if (typeof own.properties !== 'object' || own.properties === null) return own;
  const entries = Object.entries(own.properties).map(([name, property]) => [
    name,
    isSchema(property) ? withTexts(property, field(field(written, 'properties'), name)) : property,
  ]);
  return { ...own, properties: Object.fromEntries(entries) };
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
