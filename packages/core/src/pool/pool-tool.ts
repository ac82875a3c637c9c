import type { ApiTool } from '../contract/model/provider.js';
import type { JsonSchema, Schema } from '../contract/schema.js';
import type { AnyTool, Tool, ToolAnnotations, ToolRole } from '../contract/tool.js';
import { errors } from '../errors.js';
import type { SourceMembers } from '../names/source-members.js';
import { type OtherNames, otherNames } from '../names/spelling.js';
import { ruleOfTool } from '../names/wire-name.js';
import { compileSchema } from '../schema/compile.js';
import { apiOptions, ownTool } from './source-tool.js';

/** The origin of a tool: its place in the pool's order, and its description in messages. */
export interface ToolOrigin {
  readonly kind: 'base' | 'custom' | 'mcp';
  readonly from: string;
  /** The key of the MCP server. The tool's name is ambiguous: `mcp__a__b__c` may belong to `a` or to `a__b`. */
  readonly server?: string | undefined;
}

/** A tool for the pipeline, with every default filled in and every flag a total function. */
export interface PoolTool {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly origin: ToolOrigin;
  readonly input: Schema;
  /** Other names of the parameters. Empty for an MCP tool, whose server knows its own names. */
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
  readonly role: ToolRole | undefined;
  readonly api: ApiTool;
  readonly tool: Tool<unknown>;
  isReadOnly(input: unknown): boolean;
  isConcurrencySafe(input: unknown): boolean;
}

const MAX_RESULT_CHARS = 50_000;
/** The default of 25,000 tokens for MCP tools, and the most that a server may ask for. */
const MCP_RESULT_CHARS = { usual: 100_000, most: 500_000 };

/** Returns the largest result of a tool in characters. Source: RES-02, RES-03. */
function resultLimit(wished: number | undefined, { kind }: ToolOrigin): number {
  if (kind === 'mcp') return Math.min(wished ?? MCP_RESULT_CHARS.usual, MCP_RESULT_CHARS.most);
  return wished === Number.POSITIVE_INFINITY ? wished : Math.min(wished ?? MAX_RESULT_CHARS, MAX_RESULT_CHARS);
}

/** Checks a tool and fills in careful defaults. Source: DEF-13, DEF-14, DEF-22. */
export function prepareTool(given: AnyTool, origin: ToolOrigin, name: string = given.name): PoolTool {
  checkName(name, origin);
  const tool = ownTool(given, origin.from);
  const input = compileSchema(tool.inputSchema as JsonSchema, `the tool ${name}`);
  const readOnlyHint = tool.annotations?.readOnlyHint ?? false;
  return Object.freeze({
    name,
    // A renamed tool loses its aliases along with its own name.
    aliases: name === given.name ? (tool.aliases ?? []) : [],
    origin: withServer(origin, given),
    input,
    otherNames: origin.kind === 'mcp' ? new Map() : otherNames(input.json, tool.inputAliases),
    output: tool.outputSchema === undefined ? undefined : compileSchema(tool.outputSchema as JsonSchema, `the output of ${name}`),
    annotations: annotationsOf(tool),
    maxResultChars: resultLimit(tool.maxResultChars, origin),
    timeoutMs: tool.timeoutMs === Number.POSITIVE_INFINITY ? undefined : tool.timeoutMs,
    interruptBehavior: tool.interruptBehavior ?? 'cancel',
    requiresUserInteraction: tool.requiresUserInteraction === true,
    deferral: tool.deferral ?? (origin.kind === 'mcp' ? 'may' : 'never'),
    rereadable: tool.rereadable === true,
    forParentOnly: tool.forParentOnly === true,
    role: origin.kind === 'mcp' ? undefined : tool.role,
    api: {
      name,
      description: tool.description,
      input_schema: objectSchema(input.json, name),
      ...apiOptions(given as SourceMembers),
    },
    tool,
    isReadOnly: flag(tool, tool.isReadOnly ?? readOnlyHint),
    isConcurrencySafe: flag(tool, tool.isConcurrencySafe ?? false),
  });
}

function withServer(origin: ToolOrigin, tool: AnyTool): ToolOrigin {
  const server = serverOf(tool);
  return server === undefined ? origin : { ...origin, server };
}

/**
 * Returns the key of a tool's MCP server. The MCP client puts the key on each tool; a key that disagrees with the name is
 * ignored.
 */
export function serverOf({ name, mcp }: AnyTool & { readonly mcp?: { readonly server?: unknown } }): string | undefined {
  const server = mcp?.server;
  return typeof server === 'string' && ruleOfTool(name, server) !== undefined ? server : undefined;
}

/**
 * Returns the shape of the Messages API, for a tool of a pool or for one that `defineTool` made. Annotations belong to MCP; whether
 * the API accepts the extra key is unknown, so they are sent only on request (CON-30).
 */
export function toApiTool(tool: AnyTool | PoolTool, { annotations: wanted = false } = {}): ApiTool {
  const { api, tool: own } = isPrepared(tool) ? tool : prepareTool(tool, { kind: 'custom', from: 'toApiTool' });
  return wanted && own.annotations !== undefined ? { ...api, annotations: annotationsOf(own) } : api;
}

const isPrepared = (tool: AnyTool | PoolTool): tool is PoolTool => 'api' in tool && 'origin' in tool;

/** The hints of a tool, with the careful values for those that it does not give. Source: DEF-14. */
const annotationsOf = ({ annotations }: Tool<unknown>): Required<ToolAnnotations> => ({
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
  ...annotations,
});

/** Returns a schema of type object, which the Messages API requires for the input of a call. */
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
