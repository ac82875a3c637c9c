import type { Infer, JsonSchema, ParamMap, ToolAnnotations } from '@loadout/core';
import type { ShapeOutput, ZodRawShapeCompat } from '@modelcontextprotocol/sdk/server/zod-compat.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';

/** A zod raw shape (zod 3 or 4), `{ name: 'string', days: Number }`, or a JSON Schema whose `type` is `'object'` (DEF-04). */
export type ToolSchema = ZodRawShapeCompat | JsonSchema | ParamMap;

/** The arguments of the handler: parsed, with defaults filled in. */
export type ToolArguments<S> = S extends ZodRawShapeCompat ? ShapeOutput<S> : Infer<S>;

/** The second argument of a handler: `signal`, `_meta`, `requestId`, `sendNotification` and the rest of MCP. */
export type ToolExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

export interface ToolExtras {
  readonly annotations?: ToolAnnotations & { readonly title?: string };
  /** Keywords for tool search. */
  readonly searchHint?: string;
  /** Excludes the tool from tool search, so that it is always loaded. */
  readonly alwaysLoad?: boolean;
}

export interface SdkTool<S extends ToolSchema = ToolSchema> extends ToolExtras {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: S;
  // A method, so that tools with different arguments fit into one list.
  handler(args: ToolArguments<S>, extra: ToolExtra): Promise<CallToolResult>;
}

/** Returns a tool as data. Nothing is checked here; `createSdkMcpServer` checks the tool (DEF-01, DEF-03). */
export function tool<const S extends ToolSchema>(
  name: string,
  description: string,
  inputSchema: S,
  handler: (args: ToolArguments<S>, extra: ToolExtra) => Promise<CallToolResult>,
  extras?: ToolExtras,
): SdkTool<S> {
  return { name, description, inputSchema, handler, ...extras };
}
