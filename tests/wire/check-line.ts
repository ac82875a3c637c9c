import { readFileSync } from 'node:fs';
import { fromJsonSchema, type JsonSchema } from '@loadout/core';

type Line = Readonly<Record<string, unknown>>;

const file = new URL('../../packages/sdk/wire.schema.json', import.meta.url);
const schema = fromJsonSchema(JSON.parse(readFileSync(file, 'utf8')) as JsonSchema, 'wire.schema.json');
const MOST_BYTES = 1024 * 1024;

/** One line of standard output against the published schema, and the size that readers take. Source: CTRL-16. */
export function checkLine(text: string): { readonly line?: Line; readonly problem?: string } {
  const shown = text.slice(0, 300);
  if (Buffer.byteLength(text) >= MOST_BYTES) return { problem: `a line of ${Buffer.byteLength(text)} bytes: ${shown}` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: `no JSON: ${shown}` };
  }
  const checked = schema.parse(value);
  const line = value as Line;
  return 'issues' in checked ? { line, problem: `${JSON.stringify(checked.issues)}: ${shown}` } : { line };
}
