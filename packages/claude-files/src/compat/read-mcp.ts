import { join } from 'node:path';
import {
  child,
  describe,
  type Entry,
  isList,
  isMap,
  isNull,
  isText,
  type MapNode,
  type Node,
  withEntry,
} from '@loadout/config/documents';
import { nearest } from '@loadout/core';
import { MCP_FIELDS } from '../fields/file-fields.js';
import { tellLost } from '../fields/tell-lost.js';
import type { CompatContext } from '../foreign/compat-context.js';
import { fieldOf } from '../foreign/foreign-fields.js';
import { readForeign } from '../foreign/read-foreign.js';
import { lose, refuse, sayRead } from '../foreign/tell-foreign.js';

/**
 * Reads the servers of `.mcp.json`, without those that the settings turn off. `${NAME}` refers to the environment in both
 * formats.
 */
export async function readMcp(settings: MapNode | undefined, context: CompatContext): Promise<MapNode | undefined> {
  const document = await readForeign(join(context.folder, '.mcp.json'), { ...context, verbatim: false });
  if (document === undefined) return undefined;
  return convertMcp(document, { off: new Set(disabledServers(settings, context)) }, context);
}

/** The names of the servers that settings turn off. A name that cannot be read is refused: its server would start. */
export function disabledServers(settings: MapNode | undefined, context: CompatContext): readonly string[] {
  const key = 'disabledMcpjsonServers';
  const off = child(settings, key);
  if (off === undefined || isNull(off)) return [];
  const wrong = (node: Node) => refuse({ path: [key], place: node.place, problem: 'it must be a list of names' }, context);
  if (!isList(off)) return wrong(off) ?? [];
  return off.items.flatMap((item) => (isText(item) ? [item.value] : (wrong(item) ?? [])));
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
  for (const [key, { key: place, value }] of document.entries)
    if (key !== 'mcpServers') lose({ path: [key], key, place, problem: fieldOf({}, key).note, fix: fixOf(key, value) }, context);
  const servers = document.entries.get('mcpServers');
  if (servers === undefined || isNull(servers.value)) return undefined;
  if (!isMap(servers.value)) {
    const { key, value } = servers;
    return lose({ path: ['mcpServers'], place: key, problem: `it is ${kindOf(value)} and not a map` }, context);
  }
  const kept = [...servers.value.entries].flatMap(([name, entry]) => {
    if (off?.has(name) === true || !isWanted(name)) return [];
    const { value } = entry;
    if (!isMap(value)) return [[name, entry] as const];
    const server = withTexts(name, known(name, withSwitch(name, value, context), context), context);
    return [[name, { ...entry, value: server }] as const];
  });
  const value = { ...servers.value, entries: new Map(kept) };
  return { ...document, entries: new Map([['mcpServers', { ...servers, value }]]) };
}

/** Other programs put servers under another key, or at the top. */
function fixOf(key: string, value: Node): string | undefined {
  if (!isMap(value)) return undefined;
  if (child(value, 'command') !== undefined || child(value, 'url') !== undefined) return `Put ${key} under mcpServers.`;
  const isLike = key === 'servers' || nearest(key, ['mcpServers']) !== undefined;
  return isLike ? 'In .mcp.json the key is mcpServers.' : undefined;
}

/** Keys of servers in other programs, and how they are written here. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['httpUrl', 'httpUrl is called url here.'],
  ['serverUrl', 'serverUrl is called url here.'],
  ['transport', 'Write url: https://… and type: http, or type: sse, in the server itself.'],
  ['environment', 'environment is called env here.'],
  ...['autoApprove', 'alwaysAllow', 'trust'].map(
    (key) => [key, 'Write rules under permissions.allow: mcp__<server>__<tool>.'] as const,
  ),
]);

/** Reads `enabled: false` as `disabled: true`. A value that is not a switch is refused: the server would start. */
function withSwitch(name: string, server: MapNode, context: CompatContext): MapNode {
  const value = child(server, 'enabled');
  if (value?.kind === 'scalar' && value.value === false)
    return withEntry(server, { key: 'disabled', value: { ...value, value: true } });
  if (value === undefined || isNull(value) || (value.kind === 'scalar' && value.value === true)) return server;
  const path = ['mcpServers', name, 'enabled'];
  const problem = `it must be true or false, but is ${kindOf(value)}`;
  refuse({ path, place: value.place, problem }, context);
  return server;
}

/** Reads numbers and switches among variables and headers as texts, which is what a process and a request get. */
function withTexts(name: string, server: MapNode, context: CompatContext): MapNode {
  return (['env', 'headers'] as const).reduce((read, field) => {
    const map = child(read, field);
    if (!isMap(map)) return read;
    const texts = [...map.entries].map(([key, { key: place, value }]): [string, Entry] => {
      if (value.kind !== 'scalar' || typeof value.value === 'string' || value.value === null) return [key, { key: place, value }];
      const [path, as] = [['mcpServers', name, field, key], JSON.stringify(String(value.value))];
      const found = kindOf(value);
      sayRead({ path, place: value.place, found, as: `the text ${as}`, fix: `Write ${as}.` }, context);
      return [key, { key: place, value: { ...value, value: String(value.value) } }];
    });
    return withEntry(read, { key: field, value: { ...map, entries: new Map(texts) } });
  }, server);
}

const kindOf = (node: Node): string => (node.kind === 'scalar' ? describe(node.value) : `a ${node.kind}`);

function known(name: string, server: MapNode, context: CompatContext): MapNode {
  const path = ['mcpServers', name];
  tellLost(server, { fields: MCP_FIELDS, path, name: path, slip: (key) => WORDS.get(key) }, context);
  const kept = [...server.entries].filter(([key]) => fieldOf(MCP_FIELDS, key).fate === 'kept');
  return { ...server, entries: new Map(kept) };
}
