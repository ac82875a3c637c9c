import type { CallNode, TreeNode } from '../../model/trajectory.js';

/** A sign and its words. Colour repeats the sign and never replaces it. */
export interface Sign {
  readonly sign: string;
  readonly words: string;
  readonly tone: 'plain' | 'good' | 'bad' | 'warn' | 'accent';
}

const CALLS: Readonly<Record<CallNode['state'], Sign>> = {
  done: { sign: '●', words: 'done', tone: 'good' },
  failed: { sign: '✗', words: 'failed', tone: 'bad' },
  denied: { sign: '⊘', words: 'denied', tone: 'bad' },
  refused: { sign: '⊗', words: 'refused', tone: 'bad' },
  interrupted: { sign: '◌', words: 'interrupted', tone: 'warn' },
  deferred: { sign: '◔', words: 'deferred', tone: 'warn' },
  running: { sign: '◐', words: 'running', tone: 'accent' },
  unfinished: { sign: '◍', words: 'unfinished', tone: 'warn' },
};
const UNKNOWN: Sign = { sign: '?', words: 'unknown', tone: 'plain' };

export function signOf(node: TreeNode): Sign {
  if (node.kind === 'call') return Object.hasOwn(CALLS, node.state) ? CALLS[node.state] : UNKNOWN;
  if (node.kind === 'run')
    return { sign: '▶', words: `run, ${node.outcome ?? 'without an end'}`, tone: node.error === undefined ? 'accent' : 'bad' };
  if (node.kind === 'turn') return { sign: '◆', words: 'turn', tone: node.error === undefined ? 'plain' : 'bad' };
  if (node.kind === 'agent') return { sign: '▣', words: 'agent', tone: 'accent' };
  if (node.kind === 'prompt') return { sign: '❯', words: 'prompt', tone: 'plain' };
  if (node.kind === 'mark') return { sign: '–', words: 'mark', tone: node.mark === 'crash' ? 'warn' : 'plain' };
  return UNKNOWN;
}
