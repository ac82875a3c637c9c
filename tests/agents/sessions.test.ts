import { expect, it } from 'vitest';
import { agent, cast, reader, resultsOf, runAgent, start, team } from './agents.test-kit.js';

it('two sessions in one process share no agents, teams or tasks, and each lists its own (STATE-01, STATE-02, BUG-32)', async () => {
  const create = { name: 'TeamCreate', input: { name: 'crew' } };
  let inside = 0;
  let release = () => {};
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  const views: unknown[] = [];
  const one = async () => {
    const scripted = cast({
      lead: [
        { calls: [create, start({ subagent_type: 'helper', run_in_background: true })] },
        { calls: [{ name: 'Meet' }] },
        { text: 'a' },
        { text: 'b' },
      ],
      helper: [{ calls: [{ name: 'Hold' }] }, { text: 'ok' }],
    });
    const hold = reader('Hold', async () => {
      await both;
      return '';
    });
    let view: (() => unknown) | undefined;
    const meet = reader('Meet', async () => {
      views.push(view?.());
      if (++inside === 2) release();
      await both;
      return '';
    });
    const options = { ...team({}, { others: [agent('helper')] }), model: scripted, customTools: [hold, meet] };
    const { run } = await runAgent({
      ...options,
      during: (started) => {
        view = () => started.inspect();
      },
    });
    return { created: resultsOf(scripted.of('lead'))[0], left: run.inspect() };
  };
  const [a, b] = await Promise.all([one(), one()]);
  expect([a.created, b.created]).toEqual([
    expect.objectContaining({ isError: false }),
    expect.objectContaining({ isError: false }),
  ]);
  for (const view of views)
    expect(view).toMatchObject({
      subagents: [{ agentId: expect.stringMatching(/^agent_/), type: 'helper' }],
      backgroundTasks: [{ type: 'agent', title: 'Does it', state: 'running' }],
      services: expect.arrayContaining(['Teams', 'Subagents', 'BackgroundTasks']),
    });
  expect(views).toHaveLength(2);
  for (const { left } of [a, b]) expect(left).toMatchObject({ subagents: [], backgroundTasks: [], services: [] });
});
