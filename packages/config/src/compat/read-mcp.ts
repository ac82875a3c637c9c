import { join } from 'node:path';
import { child, isList, isMap, isText, type MapNode } from '../document/node.js';
import { type CompatContext, lose } from './compat-context.js';
import { fieldOf, MCP_FIELDS } from './foreign-fields.js';
import { readForeign } from './read-foreign.js';

/**
 * Reads the servers of `.mcp.json`, without those that the settings turn off. `${NAME}` refers to the environment in both
 * formats.
 */
export async function readMcp(settings: MapNode | undefined, context: CompatContext): Promise<MapNode | undefined> {
  const document = await readForeign(join(context.folder, '.mcp.json'), { ...context, verbatim: false });
  if (document === undefined) return undefined;
  const off = child(settings, 'disabledMcpjsonServers');
  const names = isList(off) ? off.items.flatMap((item) => (isText(item) ? [item.value] : [])) : [];
  return convertMcp(document, { off: new Set(names) }, context);
}

/** Converts the wanted servers of a document in the `.mcp.json` format, without those named in `off`. */
export function convertMcp(
  document: MapNode,
  {
    off,
    isWanted = () => true,
  }: { readonly off?: ReadonlySet<string> | undefined; readonly isWanted?: (key: string) => boolean },
  context: CompatContext,
): MapNode | undefined {
  for (const [key, { key: place }] of document.entries)
    if (key !== 'mcpServers') lose({ path: [key], key, place, problem: fieldOf({}, key).note }, context);
  const servers = document.entries.get('mcpServers');
  if (servers === undefined || !isMap(servers.value)) return undefined;
  const kept = [...servers.value.entries].flatMap(([name, entry]) => {
    if (off?.has(name) === true || !isWanted(name)) return [];
    return [[name, isMap(entry.value) ? { ...entry, value: known(name, entry.value, context) } : entry] as const];
  });
  const value = { ...servers.value, entries: new Map(kept) };
  return { ...document, entries: new Map([['mcpServers', { ...servers, value }]]) };
}

function known(name: string, server: MapNode, context: CompatContext): MapNode {
  const kept = [...server.entries].filter(([key, { key: place }]) => {
    const { fate, note } = fieldOf(MCP_FIELDS, key);
    if (fate === 'kept') return true;
    return lose({ path: ['mcpServers', name, key], key: `mcpServers.${name}.${key}`, place, problem: note }, context);
  });
  return { ...server, entries: new Map(kept) };
}
