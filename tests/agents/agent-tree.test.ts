import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../packages/runner/src/report/events.js';
import { agent, cast, reader, resultsOf, runAgent, start, team } from './agents.test-kit.js';

const usage = (input_tokens: number, output_tokens: number) => ({ input_tokens, output_tokens });

describe('what agents use', () => {
  it('is added up to the token and the cent, through every depth (AGENT-08, TOOL-AGENT-02)', async () => {
    const scripted = cast({
      lead: [
        { calls: [start({ subagent_type: 'middle' }), start({ subagent_type: 'leaf' })], usage: usage(1, 1) },
        { text: 'done', usage: usage(2, 2) },
      ],
      middle: [
        { calls: [start({ subagent_type: 'leaf' })], usage: usage(10, 10) },
        { text: 'm', usage: usage(20, 20) },
      ],
      leaf: () => ({ text: 'l', usage: usage(100, 100) }),
    });
    const options = team(
      { limits: { subagentDepth: 2 } },
      { others: [agent('middle', { tools: ['Agent', 'Read'] }), agent('leaf', { tools: ['Read'] })] },
    );
    const { result } = await runAgent({ ...options, model: scripted });
    expect(result).toMatchObject({ outcome: 'success', usage: usage(233, 233), costUsd: 233 * 11, toolCalls: 3, turns: 2 });
    expect(resultsOf(scripted.of('lead')).map(({ text }) => /\d+ tokens/.exec(text)?.[0])).toEqual(['260 tokens', '200 tokens']);
  });

  it('counts against the budgets of all above them: money and calls end the whole tree (AGENT-08)', async () => {
    const spend = { calls: [{ name: 'Look' }], usage: usage(100_000, 1) };
    const scripted = cast({
      lead: [{ calls: [start({ subagent_type: 'helper' })], usage: usage(100_000, 1) }],
      helper: () => spend,
    });
    const options = {
      others: [agent('helper')],
      models: { m: { provider: 'test', id: 'm', price: { input: 10, output: 0 } } },
    };
    const rich = await runAgent({
      ...team({ limits: { usd: 3.5 } }, options),
      model: scripted,
      customTools: [reader('Look', () => 'x')],
    });
    expect(rich.result).toMatchObject({ outcome: 'error_limit', costUsd: 3 });
    expect(scripted.requests).toHaveLength(3);
    const counted = cast({ lead: [{ calls: [start({ subagent_type: 'helper' })] }, { text: 'x' }], helper: () => spend });
    const busy = await runAgent({
      ...team({ limits: { toolCalls: 4 } }, options),
      model: counted,
      customTools: [reader('Look', () => 'x')],
    });
    expect(busy.result).toMatchObject({ outcome: 'success', text: 'x', toolCalls: 4 });
  });

  it('agents side by side make as many calls together as the agent above them may', async () => {
    const ran: string[] = [];
    const helper = start({ subagent_type: 'helper' });
    const scripted = cast({
      lead: [{ calls: [helper, helper] }, { text: 'x' }],
      helper: ({ messages }) => (messages.length === 1 ? { calls: Array(4).fill({ name: 'Look' }) } : { text: 'h' }),
    });
    const { result } = await runAgent({
      ...team({ limits: { toolCalls: 7 } }, { others: [agent('helper')] }),
      model: scripted,
      customTools: [reader('Look', () => `look ${ran.push('look')}`)],
    });
    expect(ran).toHaveLength(5);
    expect(result).toMatchObject({ outcome: 'success', toolCalls: 7 });
  });
});

describe('how deep agents start agents (AGENT-06, CON-21)', () => {
  const others = [
    agent('middle', { tools: ['Agent', 'Read'], limits: { subagentDepth: 9 } }),
    agent('leaf', { tools: ['Read', 'Task'] }),
  ];
  const scripted = () =>
    cast({
      lead: [{ calls: [start({ subagent_type: 'middle' })] }, { text: 'done' }],
      middle: (_, turn) => (turn === 0 ? { calls: [start({ subagent_type: 'leaf' })] } : { text: 'm' }),
      leaf: () => ({ text: 'l' }),
    });

  it('is one level by default: a subagent that lists Agent does not get it, and a notice says so (AGENT-04, POOL-19)', async () => {
    const provider = scripted();
    const { events } = await runAgent({ ...team({}, { others }), model: provider });
    expect(provider.of('middle')[0]?.tools.map((tool) => tool.name)).toEqual(['Read']);
    expect(resultsOf(provider.of('middle'))[0]?.text).toContain('There is no tool "Agent".');
    expect(events).toContainEqual({ type: 'notice', message: expect.stringContaining('middle lists Agent') });
  });

  it('is set by the top agent, and no subagent raises it', async () => {
    const provider = scripted();
    const { events } = await runAgent({ ...team({ limits: { subagentDepth: 2 } }, { others }), model: provider });
    expect(provider.of('leaf').map((request) => request.tools.map((tool) => tool.name))).toEqual([['Read']]);
    const paths = events.flatMap((event) => (event.type === 'subagent' ? [event.path.length] : []));
    expect(Math.max(...paths)).toBe(2);
  });

  it('an agent without the tool Agent starts no agent and sees no list of agents (POOL-19)', async () => {
    const provider = cast({ lead: [{ calls: [start()] }, { text: 'done' }] });
    await runAgent({ ...team({ tools: ['Read'] }, { others }), model: provider });
    expect(resultsOf(provider.of('lead'))[0]?.text).toContain('There is no tool "Agent".');
    expect(JSON.stringify(provider.requests[0]?.system)).not.toContain('subagent_type');
    const told = cast({ lead: [{ text: 'done' }] });
    await runAgent({ ...team({}, { others }), model: told });
    expect(JSON.stringify(told.requests[0]?.system)).toContain('- leaf: The leaf.');
  });
});

describe('the events of a subagent (AGENT-12)', () => {
  it('carry its path and the id of its call, are whole messages, and hooks get its start and end', async () => {
    const heard: string[] = [];
    const scripted = cast({
      lead: [{ calls: [start({ subagent_type: 'helper' }, 'toolu_1')] }, { text: 'done' }],
      helper: [{ text: 'looking', calls: [{ name: 'Look' }] }, { text: 'found' }],
    });
    const { events } = await runAgent({
      ...team({}, { others: [agent('helper')] }),
      model: scripted,
      customTools: [reader('Look', () => 'seen')],
      hooks: {
        SubagentStart: ({ agent_type, agent_id }) => void heard.push(`start ${agent_type} ${agent_id}`),
        SubagentStop: ({ agent_type, agent_id }) => void heard.push(`stop ${agent_type} ${agent_id}`),
      },
    });
    const inner = events.filter((event): event is Extract<AgentEvent, { type: 'subagent' }> => event.type === 'subagent');
    const id = inner[0]?.path[0] ?? '';
    expect(heard).toEqual([`start helper ${id}`, `stop helper ${id}`]);
    expect(new Set(inner.map(({ path, toolUseId }) => `${path} ${toolUseId}`))).toEqual(new Set([`${id} toolu_1`]));
    const types = inner.map(({ event }) => event.type);
    expect(types.filter((type) => type === 'message')).toHaveLength(2);
    expect(types).not.toContain('text');
    expect([types[0], types.at(-1)]).toEqual(['init', 'result']);
    expect(events.at(-1)?.type).toBe('result');
  });
});
