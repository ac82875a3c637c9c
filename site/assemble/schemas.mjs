/** Writes the JSON Schema of agent.config.yaml under an address that stays: `/schema/v1.json`. SchemaStore names it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ADDRESS = 'https://loadout-agents.github.io/loadout/schema/v1.json';

export async function writeSchemas(folder) {
  const { configSchema } = await import('../../packages/config/dist/index.js');
  const schema = draft07(await configSchema());
  const file = join(folder, 'v1.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#', $id: ADDRESS })}\n`);
}

/**
 * The schema in draft 07, which the language servers of editors support best. The key `x-before-trust` is for our own documentation.
 * Throws for a keyword of a later draft that it does not know.
 */
function draft07(value) {
  if (Array.isArray(value)) return value.map(draft07);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'x-before-trust' || key === '$schema') return [];
    if (LATER.includes(key)) throw new Error(`The schema uses ${key}, which draft 07 does not have.`);
    if (NAMED.includes(key)) return [[key, Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, draft07(one)]))]];
    if (key === '$defs') return [['definitions', draft07(inner)]];
    if (key === '$ref') return [['$ref', inner.replace('#/$defs/', '#/definitions/')]];
    if (key === 'prefixItems') return [['items', draft07(inner)]];
    return [[key, draft07(inner)]];
  });
  return Object.fromEntries(entries);
}

/** Maps of schemas, whose keys are names. */
const NAMED = ['properties', 'patternProperties'];
const LATER = ['unevaluatedProperties', 'dependentRequired', 'dependentSchemas', 'minContains', 'maxContains', '$dynamicRef'];
