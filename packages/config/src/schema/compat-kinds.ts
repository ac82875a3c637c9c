import { isList, isMap, isText, type Node } from '../document/node.js';

/** The kinds of files that `compat` can read: files of other tools beside the configuration. */
export const COMPAT_KINDS = ['settings', 'mcp', 'agents', 'commands', 'skills', 'instructions'] as const;
export type CompatKind = (typeof COMPAT_KINDS)[number];

/** The kinds that a value of `compat` selects. The schema reports invalid values. */
export function kindsOf(node: Node | undefined): readonly CompatKind[] {
  if (isMap(node)) return COMPAT_KINDS.filter((kind) => isTrue(node.entries.get(kind)?.value));
  if (isList(node)) return COMPAT_KINDS.filter((kind) => node.items.some((item) => isText(item) && item.value === kind));
  return isTrue(node) ? COMPAT_KINDS : [];
}

const isTrue = (node: Node | undefined): boolean => node?.kind === 'scalar' && node.value === true;
