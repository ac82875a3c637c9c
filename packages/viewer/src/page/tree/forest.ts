import type { TreeNode } from '../../model/trajectory.js';

/** The nodes by id and by parent. A node whose parent is missing or stands behind it is a root, so that no circle is possible. */
export interface Forest {
  readonly byId: ReadonlyMap<number, TreeNode>;
  readonly roots: readonly TreeNode[];
  readonly children: ReadonlyMap<number, readonly TreeNode[]>;
}

export function forestOf(nodes: readonly TreeNode[]): Forest {
  const byId = new Map<number, TreeNode>();
  const roots: TreeNode[] = [];
  const children = new Map<number, TreeNode[]>();
  for (const node of nodes) {
    if (byId.has(node.id)) continue;
    byId.set(node.id, node);
    if (node.parent === undefined || node.parent === node.id || !byId.has(node.parent)) roots.push(node);
    else {
      const siblings = children.get(node.parent);
      if (siblings === undefined) children.set(node.parent, [node]);
      else siblings.push(node);
    }
  }
  return { byId, roots, children };
}
