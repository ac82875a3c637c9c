import { isObject, type JsonSchema, type StandardSchema } from '@loadout/core';
import { loadPeer } from '../load-peer.js';

/**
 * Returns a schema of zod 3, from version 3.24 on, as one that can tell its JSON Schema, for example for `defineTool`. Any other
 * schema is returned as it is. Throws ADAPTER_PEER_MISSING without `zod-to-json-schema`.
 */
export async function fromZod3<S>(schema: S): Promise<S> {
  if (!isZod3(schema)) return schema;
  const { zodToJsonSchema } = await loadPeer(() => import('zod-to-json-schema'), {
    name: 'zod-to-json-schema',
    needs: 'fromZod3()',
  });
  const convert = () =>
    zodToJsonSchema(schema as never, {
      $refStrategy: 'none',
      pipeStrategy: 'input',
      removeAdditionalStrategy: 'strict',
      postProcess: (json) => (isObject(json) ? currentForm(json) : json),
    }) as JsonSchema;
  return { '~standard': { ...schema['~standard'], jsonSchema: { input: convert } } } as S & StandardSchema;
}

const isZod3 = (schema: unknown): schema is StandardSchema =>
  isObject(schema) && '_def' in schema && !('_zod' in schema) && '~standard' in schema;

/** The items of a tuple have a keyword of their own now. An object takes other properties unless the schema says otherwise. */
function currentForm({ items, additionalProperties, ...json }: JsonSchema): JsonSchema {
  return {
    ...json,
    ...(items === undefined ? {} : { [Array.isArray(items) ? 'prefixItems' : 'items']: items }),
    ...(additionalProperties === undefined || additionalProperties === true ? {} : { additionalProperties }),
  };
}
