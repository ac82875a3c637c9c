import type { SessionRecord } from '@loadout/sessions';
import type { Totals, TreeNode } from '../model/trajectory.js';

type Result = Extract<SessionRecord, { readonly t: 'end' }>['result'];

const NOTHING: Totals = {
  turns: 0,
  calls: 0,
  denied: 0,
  failed: 0,
  spilled: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
};

/** The sums over all agents. The cost of an ended session is its own figure, which counts requests that no node shows. */
export function totalsOf(nodes: readonly TreeNode[], result: Result | undefined): Totals {
  const sums = nodes.reduce(added, NOTHING);
  if (result === undefined) return sums;
  return { ...sums, usd: result.costUsd, durationMs: result.durationMs, modelMs: result.modelMs };
}

function added(sums: Totals, node: TreeNode): Totals {
  if (node.kind === 'turn') {
    const { usage, usd } = node;
    return {
      ...sums,
      turns: sums.turns + 1,
      inputTokens: sums.inputTokens + (usage?.input ?? 0),
      outputTokens: sums.outputTokens + (usage?.output ?? 0),
      cacheReadTokens: sums.cacheReadTokens + (usage?.cacheRead ?? 0),
      cacheWriteTokens: sums.cacheWriteTokens + (usage?.cacheWrite ?? 0),
      ...(usd === undefined ? {} : { usd: usd === null || sums.usd === null ? null : (sums.usd ?? 0) + usd }),
    };
  }
  if (node.kind !== 'call') return sums;
  return {
    ...sums,
    calls: sums.calls + 1,
    denied: sums.denied + Number(node.state === 'denied'),
    failed: sums.failed + Number(node.state === 'failed' || node.state === 'refused'),
    spilled: sums.spilled + Number(node.spill !== undefined),
  };
}
