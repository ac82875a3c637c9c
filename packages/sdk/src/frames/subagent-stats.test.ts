import { expect, it } from 'vitest';
import { ask, collect, place, resultOf } from '../query/query.test-kit.js';
import { SubagentStats } from './subagent-stats.js';

it('a result counts the agents of the query (GAP-D7)', async () => {
  const agent = (id: string, more: object) => ({ name: 'Agent', id, input: { description: 'd', prompt: 'p', ...more } });
  const at = await place([
    {
      tools: [
        agent('toolu_a', { subagent_type: 'helper' }),
        agent('toolu_b', { subagent_type: 'none', run_in_background: true }),
      ],
    },
    { text: 'Helped.' },
    { text: 'Done.' },
  ]);
  const messages = await collect(ask(at, 'Go', { agents: { helper: { description: 'Helps', prompt: 'Help.' } } }));
  expect(resultOf(messages)).toMatchObject({
    subagent_stats: {
      spawned: 1,
      requested: { background: 0, foreground: 0, unset: 1 },
      started_in_background: 0,
      max_depth: 1,
      spawned_by_subagents: 0,
      completed: 1,
      failed: 0,
      by_type: { helper: 1 },
    },
    safety_stops: 0,
  });
});

it('an agent that TaskStop ended was killed by its parent, and any other by a person (GAP-D7)', () => {
  const stats = new SubagentStats();
  stats.asked({ type: 'tool_use', id: 't', name: 'TaskStop', input: { task_id: 'a' } });
  for (const id of ['a', 'b']) stats.ended(id, 'killed');
  expect(stats.counts.killed).toEqual({ parent: 1, user: 1, system: 0 });
});

it('an agent that was refused because of the number of agents is counted as such (GAP-D7)', () => {
  const stats = new SubagentStats();
  for (const code of ['SUBAGENT_LIMIT', 'SUBAGENT_UNKNOWN', undefined]) stats.settled({ code } as never);
  expect(stats.counts.refused).toEqual({ depth_limit: 0, concurrency_limit: 1, budget: 0 });
});
