import type { JsonSchema } from '@loadout/core';
import * as z from 'zod';
import { configDocument } from './config-schema.js';
import { type Decision, decisionOf } from './free.js';

/**
 * The JSON Schema of a configuration file, as it is written, before defaults: any options of plugins fit, and any tests. Allows `x-…` everywhere; the open maps of plugins and providers allow such keys
 * already. `x-before-trust` is the decision about a key.
 */
export const configSchema = (): JsonSchema => ({
  ...z.toJSONSchema(configDocument, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const decision = decisionOf(zodSchema);
      if (decision !== undefined) jsonSchema['x-before-trust'] = beforeTrust(decision);
      if (jsonSchema.additionalProperties !== undefined) jsonSchema.patternProperties = { '^x-': {} };
    },
  }),
  title: 'agent.config.yaml',
});

const WORDS = { free: 'applies', told: 'applies, told to the model', waits: 'waits' } as const;

function beforeTrust({ is, why, when }: Decision): string {
  const values = Array.isArray(when) ? ` as ${when.join(', ')}, else waits` : when === undefined ? '' : ' in part';
  return `${WORDS[is]}${values}. ${why}`;
}
