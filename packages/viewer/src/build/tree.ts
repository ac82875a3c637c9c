import type { CallNode, TreeNode } from '../model/trajectory.js';

/** A place in the record that has contents of a node: opaque here, known to the reader of the files. */
export type Source = number;

/** The places of a node's contents by their kind. A later result of a call replaces an earlier one. */
export interface Sources {
  readonly said: readonly Source[];
  readonly sent: readonly Source[];
  readonly result?: Source | undefined;
}

type NewNode<Node> = Node extends TreeNode ? Omit<Node, 'id'> : never;
type Patch<Node> = Partial<Omit<Node, 'id' | 'kind'>>;

const NONE: Sources = { said: [], sent: [] };

/** The nodes of a recording while it is read, the places of their contents, and which nodes changed since they were last asked for. */
export class Tree {
  readonly nodes: TreeNode[] = [];
  readonly #sources: Sources[] = [];
  readonly #changed = new Set<number>();

  add(node: NewNode<TreeNode>, sources: Partial<Sources> = {}): number {
    const id = this.nodes.length;
    this.nodes.push({ ...node, id } as TreeNode);
    this.#sources.push({ ...NONE, ...sources });
    this.#changed.add(id);
    return id;
  }

  /** Changes a node of this kind. A node of another kind, or none, stays as it is. */
  change<Kind extends TreeNode['kind']>(
    id: number | undefined,
    kind: Kind,
    patch: Patch<Extract<TreeNode, { readonly kind: Kind }>>,
  ): void {
    const node = id === undefined ? undefined : this.nodes[id];
    if (id === undefined || node?.kind !== kind) return;
    this.nodes[id] = { ...node, ...patch } as TreeNode;
    this.#changed.add(id);
  }

  source(id: number, more: Partial<Sources>, size = 0): void {
    const [sources, node] = [this.#sources[id], this.nodes[id]];
    if (sources === undefined || node === undefined) return;
    this.#sources[id] = { ...sources, ...more };
    this.nodes[id] = { ...node, size: node.size + size };
    this.#changed.add(id);
  }

  sourcesOf(id: number): Sources {
    return this.#sources[id] ?? NONE;
  }

  call(id: number | undefined): CallNode | undefined {
    const node = id === undefined ? undefined : this.nodes[id];
    return node?.kind === 'call' ? node : undefined;
  }

  /** The nodes that are new or changed since the last call, in the order of their ids. */
  takeChanged(): readonly TreeNode[] {
    const ids = [...this.#changed].sort((a, b) => a - b);
    this.#changed.clear();
    return ids.flatMap((id) => this.nodes[id] ?? []);
  }
}
