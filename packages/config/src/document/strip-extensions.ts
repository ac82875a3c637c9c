import type { MapNode, Node, Path } from './node.js';

/** Values that belong to a plugin, a provider or JSON Schema, in which `x-…` is an ordinary key. `*` is any key. */
const FREE = [
  'plugins.*.options',
  'providers.*.options',
  'models.*.extra',
  'agents.*.output.schema',
  'mcpServers.*',
  'tools.*',
  'hooks.*.*.hooks.*',
  'agents.*.hooks.*.*.hooks.*',
  'skills.*.hooks.*.*.hooks.*',
].map((path) => path.split('.'));

/** Returns the document without its `x-…` keys, which are meant for its human readers. */
export function stripExtensions(document: MapNode): MapNode {
  return stripMap(document, []);
}

function strip(node: Node, path: Path): Node {
  if (node.kind === 'scalar' || isFree(path)) return node;
  if (node.kind === 'map') return stripMap(node, path);
  return { ...node, items: node.items.map((item, index) => strip(item, [...path, index])) };
}

function stripMap(map: MapNode, path: Path): MapNode {
  const kept = [...map.entries].filter(([key]) => !key.startsWith('x-'));
  return { ...map, entries: new Map(kept.map(([key, entry]) => [key, { ...entry, value: strip(entry.value, [...path, key]) }])) };
}

function isFree(path: Path): boolean {
  const inside = path[0] === 'profiles' ? path.slice(2) : path;
  return FREE.some(
    (pattern) => pattern.length === inside.length && pattern.every((part, index) => part === '*' || part === inside[index]),
  );
}
