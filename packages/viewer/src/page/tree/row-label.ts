import type { TreeNode } from '../../model/trajectory.js';
import { plainLine } from '../text/shown-text.js';

/** The first word of a row, and the text behind it. */
export function rowLabel(node: TreeNode): { readonly name: string; readonly title: string } {
  return { name: plainLine(nameOf(node)), title: plainLine(node.title).slice(0, 300) };
}

function nameOf(node: TreeNode): string {
  if (node.kind === 'call') return node.tool;
  if (node.kind === 'turn') return node.purpose === 'turn' ? `Turn ${node.turn}` : `Turn ${node.turn}, ${node.purpose}`;
  if (node.kind === 'run') return node.source === 'startup' ? 'Run' : `Run, ${node.source}`;
  if (node.kind === 'agent') return `Agent ${node.agent.at(-1) ?? ''}`;
  if (node.kind === 'prompt') return 'Prompt';
  return node.mark;
}
