import { compileSchema, messageOf, type SchemaSource } from '@loadout/core';
import { issueText, pointerKeys } from '@loadout/core/run';
import { defined } from '@loadout/node';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ZodRawShapeCompat } from '@modelcontextprotocol/sdk/server/zod-compat.js';
import type * as z from 'zod/v4';
import { mcpSdk } from './load-mcp-sdk.js';
import type { SdkTool, ToolSchema } from './tool.js';

export interface SdkMcpServerOptions {
  readonly name: string;
  /** Default `1.0.0`. */
  readonly version?: string;
  /** Instructions to the model, next to its own. */
  readonly instructions?: string;
  readonly tools?: readonly SdkTool[];
  /** Excludes the tools from tool search, so that they are always loaded. */
  readonly alwaysLoad?: boolean;
  /** The limit for one call in milliseconds; a value below 1000 is ignored. */
  readonly timeout?: number;
}

/** A server in this process, for `mcpServers`. `instance` is the `McpServer` of the MCP SDK's CommonJS build. */
export interface SdkMcpServer {
  readonly type: 'sdk';
  readonly name: string;
  readonly instance: McpServer;
  readonly timeout?: number;
}

const LEAST_TIMEOUT_MS = 1000;

/**
 * Creates an MCP server from tools. A tool whose schema cannot be listed is left out with a warning that names it. Two tools with
 * one name are an error (MCPS-01 to MCPS-12, DEF-07).
 */
export function createSdkMcpServer(options: SdkMcpServerOptions): SdkMcpServer {
  const { name, version = '1.0.0', instructions, tools, timeout = 0 } = options;
  const { McpServer: Server } = mcpSdk.server();
  const instance = new Server(
    { name, version },
    { capabilities: tools === undefined ? {} : { tools: {} }, ...defined({ instructions }) },
  );
  for (const tool of tools ?? []) register(instance, tool, options);
  return { type: 'sdk', name, instance, ...(timeout < LEAST_TIMEOUT_MS ? {} : { timeout }) };
}

function register(server: McpServer, tool: SdkTool, { name, alwaysLoad }: SdkMcpServerOptions): void {
  const inputSchema = schemaOf(tool, name);
  if (inputSchema === undefined) return;
  const meta = {
    ...(alwaysLoad === true || tool.alwaysLoad === true ? { 'anthropic/alwaysLoad': true } : {}),
    ...defined({ 'anthropic/searchHint': tool.searchHint }),
  };
  server.registerTool(
    tool.name,
    {
      description: tool.description,
      inputSchema: inputSchema as ZodRawShapeCompat,
      ...defined({ annotations: tool.annotations }),
      ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
    },
    (args, extra) => tool.handler(args as never, extra),
  );
}

function schemaOf(tool: SdkTool, server: string) {
  try {
    return registrable(tool.inputSchema, `the tool ${tool.name}`);
  } catch (error) {
    const reason = messageOf(error);
    process.emitWarning(
      `The tool "${tool.name}" of the MCP server "${server}" is left out: its input schema cannot be listed (${reason}).`,
      { code: 'LOADOUT_TOOL_LEFT_OUT' },
    );
    return undefined;
  }
}

/**
 * Returns a schema that `McpServer` can register. A zod shape is used unchanged; any other schema becomes a zod object that lists
 * the same JSON Schema and validates with it. Throws for a schema that cannot be listed, so that one tool does not break the
 * whole list.
 */
function registrable(schema: ToolSchema, owner: string): ZodRawShapeCompat | z.ZodType {
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
