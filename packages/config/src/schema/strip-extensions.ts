import * as z from 'zod';
import type { MapNode, Node, Path } from '../document/node.js';
import { branchesOf, schemasBelow } from './branches.js';
import { documents } from './config-schema.js';

/**
 * Returns the document without its `x-…` keys, which are meant for its human readers. In a map of texts or of any values, such as headers,
 * options of a plugin or JSON Schema, `x-…` is an ordinary key.
 */
export function stripExtensions(document: MapNode): MapNode {
  return stripMap(document, []);
}

function strip(node: Node, path: Path): Node {
  if (node.kind === 'scalar') return node;
  if (node.kind === 'map') return stripMap(node, path);
  return { ...node, items: node.items.map((item, index) => strip(item, [...path, index])) };
}

function stripMap(map: MapNode, path: Path): MapNode {
  const kept = [...map.entries].filter(([key]) => !key.startsWith('x-') || isData(path));
  return { ...map, entries: new Map(kept.map(([key, entry]) => [key, { ...entry, value: strip(entry.value, [...path, key]) }])) };
}

/** Whether the keys at a path are data. */
function isData(path: Path): boolean {
  let schemas = branchesOf(documents.layer);
  for (const key of path) {
    if (schemas.some(takesAnyKey)) return true;
    schemas = schemasBelow(schemas, key);
  }
  return schemas.some(takesAnyKey);
}

const takesAnyKey = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodRecord
    ? branchesOf(schema.valueType).every((one) => one instanceof z.ZodUnknown || one instanceof z.ZodString)
    : schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodUnknown;
