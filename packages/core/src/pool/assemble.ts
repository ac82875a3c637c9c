/** The tools of an agent: each with every default, all together in their order, and the lists that narrow them. */

import type { ApiTool } from '../contract/model/provider.js';
import type { JsonSchema, Parsed, Schema } from '../contract/schema.js';
import type { AnyTool, Tool, ToolAnnotations, ToolRole } from '../contract/tool.js';
import { errors } from '../errors.js';
import type { SourceMembers } from '../names/source-members.js';
import { ruleOfTool } from '../names/wire-name.js';
import { compileSchema } from '../schema/compile.js';
import { filterTools, type PoolNote, toolGrant } from './filter.js';
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
  /** Renames the parameters of an input to their names in the schema. The server of an MCP tool knows its own names. */
  readonly spell: (input: unknown) => Parsed<unknown>;
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
    spell: origin.kind === 'mcp' ? (value) => ({ ok: true, value }) : spelling(input.json, tool.inputAliases),
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

/**
 * Makes the function that renames every parameter of an input to its name in the schema, so that no hook or rule misses a parameter
 * under another spelling: in camelCase, or under a name that the tool adds. A declared name always means itself. Two spellings with
 * different values are an issue. Source: DEF-26.
 */
export function spelling(
  schema: { readonly properties?: unknown },
  also: Readonly<Record<string, string>> = {},
): (input: unknown) => Parsed<unknown> {
  const declared = Object.keys((schema.properties as object | undefined) ?? {});
  const camel = declared.filter((name) => name.includes('_')).map((name) => [inCamelCase(name), name] as const);
  const others = new Map([...camel, ...Object.entries(also)].filter(([other]) => !declared.includes(other)));
  return (input) => spell(input, others);
}

const inCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function spell(input: unknown, others: ReadonlyMap<string, string>): Parsed<unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { ok: true, value: input };
  if (!Object.keys(input).some((key) => others.has(key))) return { ok: true, value: input };
  const spelled: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input)) {
    const name = others.get(key) ?? key;
    if (Object.hasOwn(spelled, name) && JSON.stringify(spelled[name]) !== JSON.stringify(value))
      return {
        ok: false,
        issues: [{ path: `/${name}`, message: `is given twice with different values: ${spellings(name, others)} are one` }],
      };
    Object.defineProperty(spelled, name, { value, enumerable: true, writable: true, configurable: true });
  }
  return { ok: true, value: spelled };
}

const spellings = (name: string, others: ReadonlyMap<string, string>) =>
  [name, ...[...others].filter(([, parameter]) => parameter === name).map(([other]) => other)].join(', ');

export interface PoolSources {
  readonly baseTools: readonly PoolEntry[];
  readonly customTools?: readonly PoolEntry[] | null | undefined;
  readonly mcpTools?: readonly PoolEntry[] | null | undefined;
  /** Tool names and patterns; absent or empty means all (POOL-02). */
  readonly allowed?: readonly string[] | null | undefined;
  readonly disallowed?: readonly string[] | null | undefined;
  /** Default `last`: MCP over custom over base, as in the reference. The runner asks for `error`. */
  readonly onConflict?: 'last' | 'first' | 'error' | undefined;
}

/** A tool, or a tool with its name in this pool and a description of its origin. */
export type PoolEntry = AnyTool | { readonly tool: AnyTool; readonly name?: string | undefined; readonly from: string };

/** The tools of an agent: ordered, frozen, found by name or alias. Made once for each change of the sources. */
export interface ToolPool {
  readonly tools: readonly PoolTool[];
  readonly notes: readonly PoolNote[];
  get(name: string): PoolTool | undefined;
}

/** Merges base, custom and MCP tools, resolves equal names, then filters. The order depends only on names (POOL-01, POOL-04). */
export function assembleToolPool(sources: PoolSources): ToolPool {
  const notes: PoolNote[] = [];
  const byName = new Map<string, PoolTool>();
  for (const tool of prepareAll(sources)) {
    const first = byName.get(tool.name);
    if (first === undefined) byName.set(tool.name, tool);
    else byName.set(tool.name, settleConflict(first, tool, sources.onConflict ?? 'last', notes));
  }
  const sorted = [...byName.values()].sort(byOriginThenName);
  const tools = withOwnAliases(sorted, { rule: sources.onConflict ?? 'last', notes });
  const filtered = filterTools(tools, sources.allowed, sources.disallowed);
  return poolOf(filtered.tools, [...notes, ...filtered.notes]);
}

function poolOf(tools: readonly PoolTool[], notes: readonly PoolNote[]): ToolPool {
  const index = new Map<string, PoolTool>();
  for (const tool of tools) for (const alias of tool.aliases) index.set(alias, tool);
  for (const tool of tools) index.set(tool.name, tool);
  return Object.freeze({
    tools: Object.freeze([...tools]),
    notes: Object.freeze([...notes]),
    get: (name: string) => index.get(name),
  });
}

function* prepareAll(sources: PoolSources) {
  yield* sources.baseTools.filter(isEnabled).map((entry) => prepare(entry, 'base'));
  yield* (sources.customTools ?? []).filter(isEnabled).map((entry) => prepare(entry, 'custom'));
  yield* (sources.mcpTools ?? []).filter(isEnabled).map((entry) => prepare(entry, 'mcp'));
}

/** Whether a tool that says when it is there is there now. Source: DEF-12. */
function isEnabled(entry: PoolEntry): boolean {
  const tool = ('tool' in entry ? entry.tool : entry) as SourceMembers;
  return tool.isEnabled?.() ?? true;
}

function prepare(entry: PoolEntry, kind: ToolOrigin['kind']): PoolTool {
  if (!('tool' in entry)) return prepareTool(entry, { kind, from: `the ${kind} tools` });
  return prepareTool(entry.tool, { kind, from: entry.from }, entry.name);
}

function settleConflict(first: PoolTool, second: PoolTool, rule: 'last' | 'first' | 'error', notes: PoolNote[]): PoolTool {
  if (rule === 'error') throw errors.TOOL_NAME_TAKEN({ name: first.name, first: first.origin.from, second: second.origin.from });
  const winner = rule === 'last' ? second : first;
  notes.push({
    kind: 'overridden',
    name: first.name,
    message: `${first.name} of ${first.origin.from} and of ${second.origin.from}: the one of ${winner.origin.from} is used.`,
  });
  return winner;
}

/** Removes aliases that another tool has: a rule that allows one tool would allow the other. Names come before aliases. */
function withOwnAliases(tools: readonly PoolTool[], { rule, notes }: { rule: string; notes: PoolNote[] }): PoolTool[] {
  const holders = new Map(tools.map((tool) => [tool.name.toLowerCase(), tool]));
  const isOwn = (tool: PoolTool, alias: string) => {
    const holder = holders.get(alias.toLowerCase()) ?? tool;
    holders.set(alias.toLowerCase(), holder);
    if (holder === tool) return true;
    if (rule === 'error') throw errors.TOOL_NAME_TAKEN({ name: alias, first: holder.origin.from, second: tool.origin.from });
    const message = `${alias} of ${tool.origin.from} is an alias of ${tool.name}, but means ${holder.name} of ${holder.origin.from}.`;
    notes.push({ kind: 'overridden', name: alias, message });
    return false;
  };
  return tools.map((tool) => {
    const aliases = tool.aliases.filter((alias) => isOwn(tool, alias));
    return aliases.length === tool.aliases.length ? tool : Object.freeze({ ...tool, aliases });
  });
}

const RANK = { base: 0, custom: 1, mcp: 2 };

/**
 * Orders tools by origin, then name. Base tools stay a contiguous prefix, so that an added MCP tool keeps the bytes before it,
 * and the prompt cache.
 */
function byOriginThenName(a: PoolTool, b: PoolTool): number {
  return RANK[a.origin.kind] - RANK[b.origin.kind] || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

/**
 * A stack of lists of allowed tools, innermost last. An empty stack allows all tools; a pushed empty list allows no tool. With
 * `every`, a tool passes only if each list contains it, so that an inner skill never regains a tool; the runner works so. With
 * `innermost`, the last list alone decides. Source: POOL-08, CON-08.
 */
export class RestrictionStack {
  readonly #deciding: 'every' | 'innermost';
  readonly #lists: (readonly ReturnType<typeof toolGrant>[])[] = [];

  constructor(deciding: 'every' | 'innermost' = 'every') {
    this.#deciding = deciding;
  }

  push(names: readonly string[]): void {
    this.#lists.push(names.map(toolGrant));
  }

  /** Removes the innermost list, if there is one. */
  pop(): void {
    this.#lists.pop();
  }

  allows(tool: Parameters<ReturnType<typeof toolGrant>>[0]): boolean {
    const lists = this.#deciding === 'every' ? this.#lists : this.#lists.slice(-1);
    return lists.every((list) => list.some((matches) => matches(tool)));
  }

  /** Returns the pool of allowed tools, or the pool itself if nothing restricts it. */
  visible(pool: ToolPool): ToolPool {
    return this.#lists.length === 0
      ? pool
      : poolOf(
          pool.tools.filter((tool) => this.allows(tool)),
          pool.notes,
        );
  }
}
