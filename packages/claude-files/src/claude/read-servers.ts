import { join } from 'node:path';
import type { ClaudeOptions } from '@loadout/config';
import { child, fromValue, isList, isMap, isText, type MapNode, type Node, type Place } from '@loadout/config/documents';
import { messageOf } from '@loadout/core';
import { convertMcp, disabledServers } from '../compat/read-mcp.js';
import type { CompatContext } from '../foreign/compat-context.js';
import { asForeign } from '../foreign/foreign-node.js';
import { readForeign } from '../foreign/read-foreign.js';
import { lose } from '../foreign/tell-foreign.js';
import type { RawSettings, Scope } from './read-raw.js';
import { type ClaudeState, readState } from './read-state.js';

interface ServersContext {
  readonly stateFile: string;
  readonly contexts: Readonly<Record<Scope, CompatContext>>;
  readonly raw: RawSettings;
}

export const NO_STATE: ClaudeState = {
  userServers: undefined,
  localServers: undefined,
  disabledServers: undefined,
  accepted: false,
};

/** Returns the entry of `~/.claude.json` for this folder. If the file cannot be read, reports why and returns an empty state. */
export function stateOf(file: string, context: CompatContext): ClaudeState {
  try {
    return readState(file, context.folder);
  } catch (error) {
    // Nobody can tell which servers of the project the person turned off, so all of them are.
    const problem = `it cannot be read (${messageOf(error)}), so no server of .mcp.json is used`;
    const place: Place = { ...context.place, file, line: 1, column: 1, length: 1 };
    lose({ path: ['mcpServers'], place, problem }, context);
    return { ...NO_STATE, disabledServers: 'all' };
  }
}

/** The servers by source. `agreed` has servers of `.mcp.json` to which the program agreed, so they need no trust (W13). */
export type FileServers = Readonly<Partial<Record<Scope | 'agreed', MapNode>>>;

/** Reads the MCP servers of the files, by source. */
export async function readServers(
  { sources }: ClaudeOptions,
  state: ClaudeState,
  { stateFile, contexts, raw }: ServersContext,
): Promise<FileServers> {
  const disabled = Object.entries(raw).flatMap(([scope, one]) => disabledServers(one, contexts[scope as Scope]));
  const off = new Set([...disabled, ...namesOf(state.disabledServers)]);
  const found: Partial<Record<Scope | 'agreed', MapNode>> = {};
  const add = (scope: Scope | 'agreed', node: MapNode | undefined) => {
    if (node !== undefined) found[scope] = node;
  };
  const fromState = (servers: unknown) => {
    if (typeof servers !== 'object' || servers === null || Object.keys(servers).length === 0) return undefined;
    // `~/.claude.json` belongs to the user, even in its entry for one project.
    const place: Place = { ...contexts.user.place, file: stateFile };
    const node = asForeign(fromValue({ mcpServers: servers }, { place, report: contexts.user.report }), { verbatim: false });
    return isMap(node) ? convertMcp(node, {}, contexts.user) : undefined;
  };
  if (sources.includes('user')) add('user', fromState(state.userServers));
  if (sources.includes('project')) {
    const file = join(contexts.project.folder, '.mcp.json');
    const document = await readForeign(file, { ...contexts.project, verbatim: false });
    const isRead = state.disabledServers === undefined || Array.isArray(state.disabledServers);
    const agreed = agreedBy(raw.flag);
    const isAgreed = (key: string) => isRead && agreed(key);
    if (document !== undefined)
      add('project', convertMcp(document, { off, isWanted: (key) => isRead && !isAgreed(key) }, contexts.project));
    if (raw.flag !== undefined) add('agreed', await agreedServers(file, { off, isWanted: isAgreed }, contexts.project));
  }
  if (sources.includes('local')) add('local', fromState(state.localServers));
  return found;
}

/** Reads the servers to which the program agreed as if the program itself had named them. */
async function agreedServers(
  file: string,
  wish: Parameters<typeof convertMcp>[1],
  project: CompatContext,
): Promise<MapNode | undefined> {
  const context = { ...project, place: { ...project.place, layer: 'flag' as const } };
  const document = await readForeign(file, { ...context, verbatim: false });
  const servers = document?.entries.get('mcpServers');
  if (document === undefined || servers === undefined) return undefined;
  // The other keys of the file were reported with the servers that wait for trust.
  return convertMcp({ ...document, entries: new Map([['mcpServers', servers]]) }, wish, context);
}

/**
 * Returns whether the program agreed to a server of `.mcp.json`: `enableAllProjectMcpServers` or `enabledMcpjsonServers` in the
 * settings that the program passes. The same keys in a file of the repository agree to nothing. Source: W13.
 */
function agreedBy(settings: MapNode | undefined): (key: string) => boolean {
  const all = child(settings, 'enableAllProjectMcpServers');
  const named = textsIn(child(settings, 'enabledMcpjsonServers'));
  return (key) => (all?.kind === 'scalar' && all.value === true) || named.includes(key);
}

const textsIn = (node: Node | undefined): readonly string[] =>
  isList(node) ? node.items.flatMap((item) => (isText(item) ? [item.value] : [])) : [];
const namesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
