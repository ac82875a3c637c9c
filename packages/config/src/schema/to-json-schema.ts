import * as z from 'zod';
import { configDocument } from './config-schema.js';

/** As it is written, before defaults; `x-…` is free everywhere, and the maps of plugins and providers that are open allow it already. */
export const toJsonSchema = () =>
  z.toJSONSchema(configDocument, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties !== undefined) jsonSchema.patternProperties = { '^x-': {} };
    },
  });
