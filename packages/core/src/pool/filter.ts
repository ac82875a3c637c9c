import { nearest } from '../names/nearest.js';
import { matchesWildcard } from '../names/wildcard.js';
import { isWireName, MCP_INPUT, ruleOfTool } from '../names/wire-name.js';

/** A note for a person about the building of the pool. */
export interface PoolNote {
  readonly kind: 'overridden' | 'unknown' | 'case' | 'removed';
  readonly name: string;
  readonly message: string;
}

/**
 * Applies the allow list (absent or empty: all tools), then the deny list, which wins. Takes tools of a pool, and tools as
 * `defineTool` makes them. Source: POOL-02, CON-07, G4.
 */
export function filterTools<T extends ListedTool>(
  tools: readonly T[],
  allowed?: readonly string[] | null,
  disallowed?: readonly string[] | null,
): { readonly tools: readonly T[]; readonly notes: readonly PoolNote[] } {
  const notes: PoolNote[] = [];
  const allow = (allowed ?? []).length === 0 ? undefined : compileList(allowed ?? [], toolGrant, { tools, notes });
  const deny = compileList(disallowed ?? [], toolMatcher, { tools, notes });
  const kept: T[] = [];
  for (const tool of tools) {
    const by = deny.find((entry) => entry.matches(tool));
    if (by !== undefined)
      notes.push({
        kind: 'removed',
        name: tool.name,
        message: `${tool.name} is removed by the entry ${by.text} of the deny list.`,
      });
    else if (allow === undefined || allow.some((entry) => entry.matches(tool))) kept.push(tool);
    else
      notes.push({
        kind: 'removed',
        name: tool.name,
        message: `${tool.name} is not in the allow list (${allow.map((entry) => entry.text).join(', ')}).`,
      });
  }
  return { tools: kept, notes };
}

interface ListEntry {
  readonly text: string;
  matches(tool: ListedTool): boolean;
}

function compileList(
  list: readonly string[],
  matcher: typeof toolGrant,
  { tools, notes }: { readonly tools: readonly ListedTool[]; readonly notes: PoolNote[] },
): ListEntry[] {
  return list.map((text) => {
    const entry = { text, matches: matcher(text) };
    const hits = tools.filter(entry.matches);
    // `*` asks for whatever there is.
    if (hits.length === 0 && text !== '*') notes.push(unknown(text, tools));
    const exact = bareName(text);
    const other = hits.find(
      (tool) =>
        !exact.includes('*') &&
        tool.name !== exact &&
        !tool.aliases?.includes(exact) &&
        tool.name.toLowerCase() === exact.toLowerCase(),
    );
    if (other !== undefined) notes.push({ kind: 'case', name: text, message: `"${text}" is written ${other.name}.` });
    return entry;
  });
}

function unknown(text: string, tools: readonly ListedTool[]): PoolNote {
  const near = nearest(
    bareName(text),
    tools.map((tool) => tool.name),
  );
  return {
    kind: 'unknown',
    name: text,
    message: `No tool is called "${text}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
  };
}

/** The part of a tool that a list is about. */
interface ListedTool {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly origin?: { readonly server?: string | undefined } | undefined;
}

const ANY_SERVER = MCP_INPUT.toLowerCase();

const isOfServer = ({ name, origin }: ListedTool, wanted: string) =>
  origin?.server !== undefined && (wanted === ANY_SERVER || wanted === ruleOfTool(name, origin.server)?.toLowerCase());

/**
 * Makes a test for a declaration: `Name`, `Name(pattern)` (a pattern for the rules), `mcp__s`, `mcp__s__*`, `McpInput` (any tool
 * of any server), `*`. Source: POOL-05, G8.
 */
export function toolMatcher(declaration: string): (tool: ListedTool) => boolean {
  const wanted = bareName(declaration).toLowerCase();
  const server = /^mcp__[^_]+(?:_[^_]+)*$/.test(wanted) ? `${wanted}__` : undefined;
  const fits = (name: string) => matchesWildcard(wanted, name) || (server !== undefined && name.startsWith(server));
  return (tool) =>
    fits(tool.name.toLowerCase()) || (tool.aliases ?? []).some((alias) => fits(alias.toLowerCase())) || isOfServer(tool, wanted);
}

/**
 * The stricter `toolMatcher` for lists and rules that allow a tool: `mcp__a__*` matches the tools of the server `a` only, and not
 * of a server `a__b`. Lists that remove tools compare the text, which matches more.
 */
export function toolGrant(declaration: string): (tool: ListedTool) => boolean {
  const matches = toolMatcher(declaration);
  const wanted = bareName(declaration).toLowerCase();
  const [head = ''] = wanted.split('*', 1);
  const namesServer = isWireName(wanted) && (!wanted.includes('*') || head.slice('mcp__'.length).includes('__'));
  return (tool) => {
    const server = tool.origin?.server;
    if (!matches(tool)) return false;
    if (server === undefined || !namesServer || wanted === tool.name.toLowerCase()) return true;
    return isOfServer(tool, wanted) || head.startsWith(`${ruleOfTool(tool.name, server)?.toLowerCase()}__`);
  };
}

const bareName = (declaration: string) => declaration.split('(', 1)[0]?.trim() ?? '';
