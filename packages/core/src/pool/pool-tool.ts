import type { ApiTool } from '../contract/model/provider.js';
import type { JsonSchema, Schema } from '../contract/schema.js';
import type { AnyTool, Tool, ToolAnnotations } from '../contract/tool.js';
import { errors } from '../errors.js';
import { type OtherNames, otherNames } from '../names/spelling.js';
import { serverPrefix } from '../names/wire-name.js';
import { compileSchema } from '../schema/compile.js';

/** Where a tool comes from: its place in the pool's order, and the words for it in messages. */
export interface ToolOrigin {
  readonly kind: 'base' | 'custom' | 'mcp';
  readonly from: string;
  /** The key of its MCP server. A name alone does not tell: `mcp__a__b__c` may be of `a` or of `a__b`. */
  readonly server?: string | undefined;
}

/** A tool with every default filled in and every flag a total function: what the pipeline works with. */
export interface PoolTool {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly origin: ToolOrigin;
  readonly input: Schema;
  /** Other names of its parameters. None for an MCP tool: its server knows its own. */
  readonly otherNames: OtherNames;
  readonly output: Schema | undefined;
  readonly annotations: Required<ToolAnnotations>;
  readonly maxResultChars: number;
  readonly timeoutMs: number | undefined;
  readonly interruptBehavior: 'cancel' | 'block';
  readonly requiresUserInteraction: boolean;
  readonly deferral: 'never' | 'may' | 'always';
  readonly rereadable: boolean;
  readonly forParentOnly: boolean;
  readonly runsCommands: boolean;
  readonly api: ApiTool;
  readonly tool: Tool<unknown>;
  isReadOnly(input: unknown): boolean;
  isConcurrencySafe(input: unknown): boolean;
}

const MAX_RESULT_CHARS = 50_000;
/** 25,000 tokens, unless the server says otherwise, and then at most this. */
const MCP_RESULT_CHARS = { usual: 100_000, most: 500_000 };

/** Source: RES-02, RES-03. */
function resultLimit(wished: number | undefined, { kind }: ToolOrigin): number {
  if (kind === 'mcp') return Math.min(wished ?? MCP_RESULT_CHARS.usual, MCP_RESULT_CHARS.most);
  return wished === Number.POSITIVE_INFINITY ? wished : Math.min(wished ?? MAX_RESULT_CHARS, MAX_RESULT_CHARS);
}

/** Checks a tool and fills in the defaults, all on the careful side. Source: DEF-13, DEF-14, DEF-22. */
export function prepareTool(given: AnyTool, origin: ToolOrigin, name: string = given.name): PoolTool {
  checkName(name, origin);
  // The pool is the one place that widens a tool's input type; the pipeline calls it only with what its own schema gave back.
  const tool = given as unknown as Tool<unknown>;
  const input = compileSchema(tool.inputSchema as JsonSchema, `the tool ${name}`);
  const readOnlyHint = tool.annotations?.readOnlyHint ?? false;
  return Object.freeze({
    name,
    // A tool that was given another name gave up its own, and its aliases are of that kind.
    aliases: name === given.name ? (tool.aliases ?? []) : [],
    origin: withServer(origin, given),
    input,
    otherNames: origin.kind === 'mcp' ? new Map() : otherNames(input.json, tool.inputAliases),
    output: tool.outputSchema === undefined ? undefined : compileSchema(tool.outputSchema as JsonSchema, `the output of ${name}`),
    annotations: { destructiveHint: true, idempotentHint: false, openWorldHint: false, ...tool.annotations, readOnlyHint },
    maxResultChars: resultLimit(tool.maxResultChars, origin),
    timeoutMs: tool.timeoutMs === Number.POSITIVE_INFINITY ? undefined : tool.timeoutMs,
    interruptBehavior: tool.interruptBehavior ?? 'cancel',
    requiresUserInteraction: tool.requiresUserInteraction === true,
    deferral: tool.deferral ?? (origin.kind === 'mcp' ? 'may' : 'never'),
    rereadable: tool.rereadable === true,
    forParentOnly: tool.forParentOnly === true,
    runsCommands: tool.runsCommands === true,
    api: toApiTool({ name, description: tool.description, inputSchema: objectSchema(input.json, name) }),
    tool,
    isReadOnly: flag(tool, tool.isReadOnly ?? readOnlyHint),
    isConcurrencySafe: flag(tool, tool.isConcurrencySafe ?? false),
  });
}

function withServer(origin: ToolOrigin, tool: AnyTool): ToolOrigin {
  const server = serverOf(tool);
  return server === undefined ? origin : { ...origin, server };
}

/** Returns the key of a tool's MCP server. The client of MCP servers puts it on each tool; it counts where the name agrees. */
export function serverOf({ name, mcp }: AnyTool & { readonly mcp?: { readonly server?: unknown } }): string | undefined {
  const server = mcp?.server;
  return typeof server === 'string' && name.startsWith(serverPrefix(server)) ? server : undefined;
}

/** The shape that the Messages API takes. Annotations are for MCP; the API's stance on the extra key is unknown (CON-30). */
export const toApiTool = (tool: {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}): ApiTool => ({ name: tool.name, description: tool.description, input_schema: tool.inputSchema });

/** A call's input is an object, and the Messages API wants to read that. */
function objectSchema(json: JsonSchema, name: string): JsonSchema {
  if (json.type === 'object') return json;
  if (json.type === undefined) return { type: 'object', ...json };
  const problem = `its type is ${JSON.stringify(json.type)}, and the input of a tool is an object`;
  throw errors.SCHEMA_INVALID({ owner: `the tool ${name}`, problem });
}

function checkName(name: string, origin: ToolOrigin) {
  const bad = /[^a-zA-Z0-9_-]/.exec(name);
  if (bad !== null)
    throw errors.TOOL_NAME_INVALID({ name, origin: origin.from, character: `holds the character ${JSON.stringify(bad[0])}` });
  if (name.length < 1 || name.length > 64)
    throw errors.TOOL_NAME_INVALID({ name, origin: origin.from, character: `has ${name.length} characters` });
}

function flag(tool: Tool<unknown>, value: boolean | ((input: unknown) => boolean)): (input: unknown) => boolean {
  if (typeof value === 'boolean') return () => value;
  return (input) => {
    try {
      return value.call(tool, input) === true;
    } catch {
      return false;
    }
  };
}
