import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const SCHEMA = join(import.meta.dirname, '../../docs/reference/agent-config.schema.json');

/** Puts the JSON Schema of agent.config.yaml under an address that stays: `/schema/v1.json`. SchemaStore names it. */
export function writeSchemas(folder) {
  mkdirSync(folder, { recursive: true });
  copyFileSync(SCHEMA, join(folder, 'v1.json'));
}
