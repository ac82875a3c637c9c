import { expect, it } from 'vitest';
import { configDocument } from './config-schema.js';
import { configSchema } from './json-schema.js';

it('holds every section, and allows x- keys (CFG-04)', () => {
  const schema = configSchema();
  expect(Object.keys(schema.properties as object)).toEqual(Object.keys(configDocument.shape));
  expect(schema).toMatchObject({ additionalProperties: false, patternProperties: { '^x-': {} } });
});

it('agrees with loading wherever JSON Schema can express the rule', () => {
  const agents = (configSchema().properties as Record<string, { additionalProperties: object }>).agents;
  expect(agents?.additionalProperties).toMatchObject({
    additionalProperties: false,
    properties: { concurrency: { type: 'integer', minimum: 1 } },
  });
});
