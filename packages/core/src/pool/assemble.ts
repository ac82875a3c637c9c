import type { AnyTool } from '../contract/tool.js';
import { errors } from '../errors.js';
import type { SourceMembers } from '../names/source-members.js';
import { filterTools, type PoolNote, toolGrant } from './filter.js';
import { type PoolTool, prepareTool, type ToolOrigin } from './pool-tool.js';

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

  get depth(): number {
    return this.#lists.length;
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
