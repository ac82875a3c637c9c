import { compileSchema, type SchemaSource } from '@loadout/core';
import { issueText, pointerKeys } from '@loadout/core/run';
import type { ZodRawShapeCompat } from '@modelcontextprotocol/sdk/server/zod-compat.js';
import type * as z from 'zod/v4';
import { mcpSdk } from './load-mcp-sdk.js';
import type { ToolSchema } from './tool.js';

/**
 * Returns a schema that `McpServer` can register. A zod shape is used unchanged; any other schema becomes a zod object that lists
 * the same JSON Schema and validates with it. Throws for a schema that cannot be listed, so that one tool does not break the
 * whole list.
 */
export function registrable(schema: ToolSchema, owner: string): ZodRawShapeCompat | z.ZodType {
  if (!isZodShape(schema)) return fromSource(schema as SchemaSource, owner);
  const object = mcpSdk.compat().normalizeObjectSchema(schema);
  if (object !== undefined) mcpSdk.listing().toJsonSchemaCompat(object, { strictUnions: true, pipeStrategy: 'input' });
  return schema;
}

/** Whether a schema is a zod shape. An empty object is a shape without parameters. */
const isZodShape = (schema: ToolSchema): schema is ZodRawShapeCompat =>
  Object.values(schema).every((field) => typeof field === 'object' && field !== null && ('_zod' in field || '_def' in field));

function fromSource(source: SchemaSource, owner: string): z.ZodType {
  const { json, parse } = compileSchema(source, owner);
  const dressed = mcpSdk.zod().looseObject({});
  dressed._zod.toJSONSchema = () => ({ ...json });
  dressed._zod.run = async (payload) => {
    const parsed = await parse(payload.value);
    if (parsed.ok) return { ...payload, value: parsed.value as Record<string, unknown> };
    for (const issue of parsed.issues)
      payload.issues.push({
        code: 'custom',
        path: [...pointerKeys(issue.path)],
        message: issueText(issue),
        input: payload.value,
      });
    return payload;
  };
  return dressed;
}
