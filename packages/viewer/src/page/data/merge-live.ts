import type { Trajectory } from '../../model/trajectory.js';
import type { LiveEvent } from '../../model/wire.js';

/** Applies one live event. A node with a known id replaces the node of that id, in its place. */
export function mergeLive(trajectory: Trajectory, event: LiveEvent): Trajectory {
  if (event.type === 'head') return { ...trajectory, head: event.head };
  if (event.type !== 'nodes') return trajectory;
  const byId = new Map(trajectory.nodes.map((node) => [node.id, node]));
  for (const node of event.nodes) byId.set(node.id, node);
  return { ...trajectory, nodes: [...byId.values()] };
}
