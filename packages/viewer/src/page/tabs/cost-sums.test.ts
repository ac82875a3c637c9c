import { describe, expect, it } from 'vitest';
import type { CallNode, TurnNode } from '../../model/trajectory.js';
import { forestOf } from '../tree/forest.js';
import { type CostSum, costSums } from './cost-sums.js';

const turn = (id: number, model: string, usd: number | null | undefined): TurnNode => ({
  ...{ id, kind: 'turn', agent: ['main'], size: 0, turn: id, model, purpose: 'turn', title: '', usd },
  usage: { input: 100, output: 10, cacheRead: 5, cacheWrite: 1 },
});
const call = (id: number, parent: number, tool: string, more: Partial<CallNode> = {}): CallNode => ({
  ...{ id, parent, kind: 'call', agent: ['main'], size: 0, callId: `c${id}`, tool, title: '', state: 'done', hash: `${id}` },
  ...more,
});
const sumsOf = (...nodes: readonly (TurnNode | CallNode)[]) => costSums(nodes, forestOf(nodes));
const total = (sums: readonly CostSum[]) => sums.reduce((sum, { usd }) => sum + (usd ?? 0), 0);

describe('the sums of costs', () => {
  it('are the same by agent, by model and by tool', () => {
    const { agents, models, tools } = sumsOf(
      ...[turn(0, 'a', 0.3), call(1, 0, 'Read'), call(2, 0, 'Bash'), call(3, 0, 'Bash')],
      ...[turn(4, 'b', 0.5), call(5, 4, 'Bash'), turn(6, 'b', 0.1)],
    );
    expect(models.map(({ name }) => name)).toEqual(['b', 'a']);
    expect([total(agents), total(models), total(tools)].map((usd) => usd.toFixed(6))).toEqual([
      '0.900000',
      '0.900000',
      '0.900000',
    ]);
    expect(tools.find(({ name }) => name === 'answer')?.usd).toBeCloseTo(0.1);
    expect(tools.find(({ name }) => name === 'Bash')?.input).toBeCloseTo(200 / 3 + 100);
  });

  it('are unknown as soon as one price is', () => {
    const { agents, models } = sumsOf(turn(0, 'a', 0.3), turn(1, 'b', null));
    expect([agents[0]?.usd, models.find(({ name }) => name === 'a')?.usd]).toEqual([null, 0.3]);
  });

  it('name what was wasted on calls that repeat a failure', () => {
    const { wasted } = sumsOf(turn(0, 'a', 0.4), call(1, 0, 'Bash', { repeats: 7, start: 10, end: 30 }), call(2, 0, 'Read'));
    expect([wasted.count, wasted.usd, wasted.ms]).toEqual([1, 0.2, 20]);
  });
});
