import type { CallNode, TreeNode } from '../../model/trajectory.js';

export const LANES = ['model', 'tools', 'person', 'hooks'] as const;
export type Lane = (typeof LANES)[number];

/** A stretch of time in a lane. */
export interface Stretch {
  readonly lane: Lane;
  readonly from: number;
  readonly to: number;
  /** The node that took the time. */
  readonly id: number;
  readonly isBad: boolean;
}

/** The stretches of all nodes that have times, sorted by their start. */
export function stretchesOf(nodes: readonly TreeNode[]): Stretch[] {
  const all = nodes.flatMap((node) => {
    if (node.kind === 'call') return ofCall(node);
    if (node.kind !== 'turn' || node.start === undefined) return [];
    return [
      { lane: 'model' as const, from: node.start, to: node.end ?? node.start, id: node.id, isBad: node.error !== undefined },
    ];
  });
  return all.filter(({ from, to }) => Number.isFinite(from) && Number.isFinite(to) && to >= from).sort((a, b) => a.from - b.from);
}

function ofCall(node: CallNode): Stretch[] {
  if (node.start === undefined) return [];
  const end = node.end ?? node.start;
  const asked = Math.min(node.askedMs ?? 0, end - node.start);
  const part = (lane: Lane, from: number, to: number, isBad = false): Stretch => ({ lane, from, to, id: node.id, isBad });
  return [
    ...(asked > 0 ? [part('person', node.start, node.start + asked)] : []),
    part('tools', node.start + asked, end, node.state !== 'done' && node.state !== 'running'),
    ...(node.hooks ?? []).flatMap(({ at, durationMs }) => (at === undefined ? [] : [part('hooks', at, at + (durationMs ?? 0))])),
  ];
}
