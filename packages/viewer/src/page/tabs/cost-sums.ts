import type { CallNode, TreeNode, TurnNode } from '../../model/trajectory.js';
import { agentName } from '../tree/filters.js';
import type { Forest } from '../tree/forest.js';

/** Sums of one agent, model or tool. `usd` is `null` as soon as one price is unknown. */
export interface CostSum {
  readonly name: string;
  count: number;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  usd: number | null | undefined;
  ms: number;
}

export interface CostSums {
  readonly agents: readonly CostSum[];
  readonly models: readonly CostSum[];
  /** A turn's cost is divided among the calls of its answer; "answer" has the turns without a call. */
  readonly tools: readonly CostSum[];
  /** Calls that repeat an earlier call with the same failure. */
  readonly wasted: CostSum;
}

export function costSums(nodes: readonly TreeNode[], { children }: Forest): CostSums {
  const agents = new Map<string, CostSum>();
  const models = new Map<string, CostSum>();
  const tools = new Map<string, CostSum>();
  const wasted = emptySum('wasted');
  for (const node of nodes) {
    if (node.kind !== 'turn') continue;
    addTurn(sumOf(agents, agentName(node)), node, 1);
    addTurn(sumOf(models, node.model), node, 1);
    const calls = (children.get(node.id) ?? []).filter((child): child is CallNode => child.kind === 'call');
    if (calls.length === 0) addTurn(sumOf(tools, 'answer'), node, 1);
    for (const call of calls) {
      addTurn(sumOf(tools, call.tool), node, 1 / calls.length, call);
      if (call.repeats !== undefined) addTurn(wasted, node, 1 / calls.length, call);
    }
  }
  const sorted = (sums: Map<string, CostSum>) =>
    [...sums.values()].sort((a, b) => (b.usd ?? 0) - (a.usd ?? 0) || b.input + b.output - a.input - a.output);
  return { agents: sorted(agents), models: sorted(models), tools: sorted(tools), wasted };
}

function addTurn(sum: CostSum, { usage, usd, start, end }: TurnNode, share: number, call?: CallNode): void {
  sum.count += 1;
  sum.input += (usage?.input ?? 0) * share;
  sum.output += (usage?.output ?? 0) * share;
  sum.cacheRead += (usage?.cacheRead ?? 0) * share;
  sum.cacheWrite += (usage?.cacheWrite ?? 0) * share;
  if (usd === null || sum.usd === null) sum.usd = null;
  else if (usd !== undefined) sum.usd = (sum.usd ?? 0) + usd * share;
  const timed = call ?? { start, end };
  sum.ms += (timed.end ?? 0) - (timed.end === undefined ? 0 : (timed.start ?? timed.end));
}

function sumOf(sums: Map<string, CostSum>, name: string): CostSum {
  const known = sums.get(name) ?? emptySum(name);
  sums.set(name, known);
  return known;
}

const emptySum = (name: string): CostSum => ({
  name,
  count: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  usd: undefined,
  ms: 0,
});
