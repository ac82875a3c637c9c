import type { Node } from '@loadout/config/documents';
import { plainText } from './convert-text.js';

/** Converts a node to plain data without filling in its texts. */
export function draftJson(node: Node): unknown {
  if (node.kind === 'scalar') return typeof node.value === 'string' ? plainText(node.value) : node.value;
  if (node.kind === 'list') return node.items.map(draftJson);
  return Object.fromEntries([...node.entries].map(([key, entry]) => [key, draftJson(entry.value)]));
}
