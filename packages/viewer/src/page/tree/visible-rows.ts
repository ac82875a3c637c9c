import type { TreeNode } from '../../model/trajectory.js';
import type { Forest } from './forest.js';

/** A row of the tree: a node with its place among the nodes of its parent, as screen readers tell it. */
export interface Row {
  readonly node: TreeNode;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  /** Absent: the node has nothing below it. */
  readonly isOpen?: boolean | undefined;
}

interface Visibility {
  readonly closed: ReadonlySet<number>;
  /** The nodes that fit the filters. Absent: all nodes. Nodes above a fitting node stay, and are open. */
  readonly fitting?: ReadonlySet<number> | undefined;
}

/** The rows of the tree from its top to its end. */
export function visibleRows(forest: Forest, { closed, fitting }: Visibility): Row[] {
  const kept = fitting === undefined ? undefined : withAncestors(forest, fitting);
  const keptOf = (nodes: readonly TreeNode[]) => (kept === undefined ? nodes : nodes.filter((node) => kept.has(node.id)));
  const rows: Row[] = [];
  const waiting = levelOf(keptOf(forest.roots), 1);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const below = keptOf(forest.children.get(next.node.id) ?? []);
    const isOpen = kept !== undefined || !closed.has(next.node.id);
    rows.push(below.length === 0 ? next : { ...next, isOpen });
    if (isOpen) for (const row of levelOf(below, next.level + 1)) waiting.push(row);
  }
  return rows;
}

/** Rows of one level, the last one first, because they are taken from the end. */
const levelOf = (nodes: readonly TreeNode[], level: number): Row[] =>
  nodes.map((node, index) => ({ node, level, position: index + 1, siblings: nodes.length })).reverse();

function withAncestors({ byId }: Forest, ids: ReadonlySet<number>): Set<number> {
  const kept = new Set<number>();
  for (const id of ids)
    for (let node = byId.get(id); node !== undefined && !kept.has(node.id); node = byId.get(node.parent ?? Number.NaN))
      kept.add(node.id);
  return kept;
}
