import * as z from 'zod';
import { configDocument } from './config-schema.js';

/**
 * Describes the file as written, before defaults. Allows `x-…` everywhere; the open maps of plugins and providers allow such keys
 * already.
 */
export const toJsonSchema = () =>
  z.toJSONSchema(configDocument, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties !== undefined) jsonSchema.patternProperties = { '^x-': {} };
    },
  });
