import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '@loadout/core';
import { replaySession } from '@loadout/runner';
import { validateMessages } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../packages/runner/src/events.js';
import { agent, agentIdIn, cast, reader, resultsOf, runAgent, start, team, textOfRequest, until } from './agents.test-kit.js';

const usage = (input_tokens: number, output_tokens: number) => ({ input_tokens, output_tokens });

describe('an agent that another one starts (TOOL-AGENT-02)', () => {
  it('has a history of its own, and the one that started it reads its last message with its id and totals (AGENT-03, TOOL-AGENT-07)', async () => {
    const scripted = cast({
      lead: [{ text: 'the secret of the lead', calls: [start({ subagent_type: 'helper', prompt: 'Look.' })] }, { text: 'done' }],
      helper: [{ text: 'looking', calls: [{ name: 'Look' }] }, { text: 'found it' }],
    });
    const { result } = await runAgent({ ...team({}, { others: [agent('helper')] }), model: scripted, customTools: [reader('Look', () => 'seen')] });
    expect(result).toMatchObject({ outcome: 'success', text: 'done' });
    expect(textOfRequest(scripted.of('helper')[0])).toBe('[{"role":"user","content":[{"type":"text","text":"Look."}]}]');
    const [report] = resultsOf(scripted.of('lead'));
    expect(report).toMatchObject({ isError: false });
    expect(report?.text).toMatch(/^found it\n\nagentId: agent_[0-9a-f]{12} \(for resume\) · 2 turns, 1 tool calls, 30 tokens, [\d.]+ s$/);
    expect(textOfRequest(scripted.of('lead')[1])).not.toContain('looking');
  });

  it('tells programs what the Agent SDK tells of it (TOOL-AGENT-07)', async () => {
    const scripted = cast({ lead: [{ calls: [start({ prompt: 'Look.' })] }, { text: 'done' }], 'built-in': [{ text: '' }] });
    const { events } = await runAgent({ ...team(), model: scripted });
    const ended = events.find((event) => event.type === 'tool_result');
    expect(ended?.call.result).toMatchObject({
      structuredContent: {
        status: 'completed',
        agentType: 'general-purpose',
        agentId: expect.stringMatching(/^agent_/),
        prompt: 'Look.',
        content: [{ type: 'text', text: '' }],
        totalToolUseCount: 0,
        totalTokens: 15,
        totalDurationMs: expect.any(Number),
      },
    });
    expect(resultsOf(scripted.of('lead'))[0]?.text).toContain('(Subagent completed with no text output)');
  });

  it('that does not exist is an error which lists those that do (TOOL-AGENT-04, AGENT-01)', async () => {
    const scripted = cast({ lead: [{ calls: [start({ subagent_type: 'explore' })] }, { text: 'done' }] });
    await runAgent({ ...team({}, { others: [agent('helper')] }), model: scripted });
    expect(resultsOf(scripted.of('lead'))[0]).toMatchObject({
      isError: true,
      text: expect.stringContaining('Did you mean "Explore"? Use one of: general-purpose, Explore, Plan, helper.'),
    });
  });

  it('cannot be started where nobody starts agents, and no field is ignored that it does not know (TOOL-AGENT-01, TOOL-AGENT-03, AGENT-14)', async () => {
    const scripted = cast({ lead: [{ calls: [start({ colour: 'red' }), start({ max_turns: 0 }), start({ skills: ['none'] })] }, { text: 'done' }] });
    await runAgent({ ...team(), model: scripted });
    const texts = resultsOf(scripted.of('lead'));
    expect(texts.map(({ isError }) => isError)).toEqual([true, true, true]);
    expect(texts.map(({ text }) => text)).toEqual([
      expect.stringContaining('colour'),
      expect.stringContaining('max_turns'),
      expect.stringContaining('There is no skill "none".'),
    ]);
  });

  it('has the tools and words of its type: Explore and Plan read only and skip the shared words (AGENT-01, AGENT-03, CON-20)', async () => {
    const wanted = ['general-purpose', 'Explore', 'Plan'];
    const scripted = cast({ lead: [{ calls: wanted.map((subagent_type) => start({ subagent_type })) }, { text: 'done' }], 'built-in': () => ({ text: 'ok' }) });
    await runAgent({ ...team({}, { sharedInstructions: 'House rules.' }), model: scripted });
    const seen = scripted.of('built-in').map((request) => ({
      tools: request.tools.map((tool) => tool.name),
      isTold: request.system[0]?.text.startsWith('House rules.'),
    }));
    expect(seen).toHaveLength(3);
    expect(seen.slice(1)).toEqual([
      { tools: ['Glob', 'Grep', 'Read'], isTold: false },
      { tools: ['Glob', 'Grep', 'Read'], isTold: false },
    ]);
    expect(seen[0]?.isTold).toBe(true);
    expect(seen[0]?.tools).toEqual(expect.arrayContaining(['Read', 'Write', 'Bash', 'Skill', 'SendMessage']));
    for (const name of ['Agent', 'TaskOutput', 'TeamCreate', 'TeamDelete']) expect(seen[0]?.tools).not.toContain(name);
  });

  it('has its own model and turns, and goes on from what it said when they are used up (TOOL-AGENT-06, AGENT-02, AGENT-13)', async () => {
    const scripted = cast({
      lead: [{ calls: [start({ subagent_type: 'helper', model: 'other', max_turns: 1 })] }, { text: 'done' }],
      helper: () => ({ text: 'as far as I came', calls: [{ name: 'Look' }] }),
    });
    const options = team({}, { others: [agent('helper')], models: { m: { provider: 'test', id: 'm' }, other: { provider: 'test', id: 'other-1' } } });
    await runAgent({ ...options, model: scripted, customTools: [reader('Look', () => 'seen')] });
    expect(scripted.of('helper').map((request) => request.model)).toEqual(['other-1', 'other-1']);
    expect(resultsOf(scripted.of('lead'))[0]).toMatchObject({
      isError: false,
      text: expect.stringMatching(/^as far as I came\n\n\(It did not come to its end: .*turns.*\)/),
    });
  });

  it('whose model fails says what it had said before, or that it was terminated early (AGENT-13)', async () => {
    const broken = { fail: 'MODEL_REFUSED_KEY' };
    const scripted = cast({
      lead: [{ calls: [start({ subagent_type: 'one' }), start({ subagent_type: 'two' })] }, { text: 'done' }],
      one: [{ text: 'half of it', calls: [{ name: 'Look' }] }, broken],
      two: [broken],
    });
    const { result } = await runAgent({ ...team({}, { others: [agent('one'), agent('two')] }), model: scripted, customTools: [reader('Look', () => 'x')] });
    expect(result.outcome).toBe('success');
    expect(resultsOf(scripted.of('lead'))).toEqual([
      expect.objectContaining({ isError: false, text: expect.stringMatching(/^half of it\n\n\(It did not come to its end: The test model fails/) }),
      expect.objectContaining({ isError: true, text: expect.stringMatching(/^The agent was terminated early: The test model fails/) }),
    ]);
  });

  it('of whose tools none is there is not started (AGENT-13)', async () => {
    const scripted = cast({ lead: [{ calls: [start({ subagent_type: 'helper' })] }, { text: 'done' }] });
    await runAgent({ ...team({}, { others: [agent('helper', { tools: ['mcp__mail__send'] })] }), model: scripted });
    expect(resultsOf(scripted.of('lead'))[0]).toMatchObject({ isError: true, text: expect.stringContaining('mcp__mail__send') });
  });
});

describe('several agents in one message (AGENT-05)', () => {
  it('run side by side, and their reports come in the order of the calls', async () => {
    let open = 0;
    let most = 0;
    let release = () => {};
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    const meet = reader('Meet', async () => {
      most = Math.max(most, ++open);
      if (open === 3) release();
      await all;
      return 'met';
    });
    const scripted = cast(
      {
        lead: [{ calls: ['a', 'b', 'c'].map((prompt) => start({ prompt })) }, { text: 'done' }],
        'built-in': (request) => (request.messages.length === 1 ? { calls: [{ name: 'Meet' }] } : { text: `I was ${textOf(request.messages[0] ?? { content: [] })}` }),
      },
    );
    await runAgent({ ...team(), model: scripted, customTools: [meet] });
    expect(most).toBe(3);
    expect(resultsOf(scripted.of('lead')).map(({ text }) => text.slice(0, 7))).toEqual(['I was a', 'I was b', 'I was c']);
  });

  it('beyond the limit are refused, and started once there is room (AGENT-05)', async () => {
    const scripted = cast({
      lead: [{ calls: [start(), start(), start()] }, { calls: [start()] }, { text: 'done' }],
      'built-in': () => ({ text: 'ok' }),
    });
    await runAgent({ ...team({ limits: { subagents: 2 } }), model: scripted });
    expect(resultsOf(scripted.of('lead')).map(({ isError, text }) => (isError ? text.slice(0, 33) : 'ran'))).toEqual([
      'ran',
      'ran',
      'Concurrent subagent limit reached',
      'ran',
    ]);
  });
});

describe('what agents use', () => {
  it('is added up to the token and the cent, through every depth (AGENT-08, TOOL-AGENT-02)', async () => {
    const scripted = cast({
      lead: [
        { calls: [start({ subagent_type: 'middle' }), start({ subagent_type: 'leaf' })], usage: usage(1, 1) },
        { text: 'done', usage: usage(2, 2) },
      ],
      middle: [{ calls: [start({ subagent_type: 'leaf' })], usage: usage(10, 10) }, { text: 'm', usage: usage(20, 20) }],
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
    const spend = { calls: [{ name: 'Look' }], usage: usage(1, 0) };
    const scripted = cast({ lead: [{ calls: [start({ subagent_type: 'helper' })], usage: usage(1, 0) }], helper: () => spend });
    const options = { others: [agent('helper')], models: { m: { provider: 'test', id: 'm', price: { input: 1_000_000, output: 0 } } } };
    const rich = await runAgent({ ...team({ limits: { usd: 3 } }, options), model: scripted, customTools: [reader('Look', () => 'x')] });
    expect(rich.result).toMatchObject({ outcome: 'error_limit', costUsd: 3 });
    expect(scripted.requests).toHaveLength(3);
    const counted = cast({ lead: [{ calls: [start({ subagent_type: 'helper' })] }, { text: 'x' }], helper: () => spend });
    const busy = await runAgent({ ...team({ limits: { toolCalls: 4 } }, options), model: counted, customTools: [reader('Look', () => 'x')] });
    expect(busy.result).toMatchObject({ outcome: 'success', text: 'x', toolCalls: 6 });
  });
});

describe('how deep agents start agents (AGENT-06, CON-21)', () => {
  const others = [agent('middle', { tools: ['Agent', 'Read'], limits: { subagentDepth: 9 } }), agent('leaf', { tools: ['Read', 'Task'] })];
  const scripted = () =>
    cast({
      lead: [{ calls: [start({ subagent_type: 'middle' })] }, { text: 'done' }],
      middle: (_, turn) => (turn === 0 ? { calls: [start({ subagent_type: 'leaf' })] } : { text: 'm' }),
      leaf: () => ({ text: 'l' }),
    });

  it('is one by default: who lists Agent goes without, and a person is told (AGENT-04, POOL-19)', async () => {
    const provider = scripted();
    const { events } = await runAgent({ ...team({}, { others }), model: provider });
    expect(provider.of('middle')[0]?.tools.map((tool) => tool.name)).toEqual(['Read']);
    expect(resultsOf(provider.of('middle'))[0]?.text).toContain('There is no tool "Agent".');
    expect(events).toContainEqual({ type: 'notice', message: expect.stringContaining('middle lists Agent') });
  });

  it('is what the agent at the top says, and no agent below raises it', async () => {
    const provider = scripted();
    const { events } = await runAgent({ ...team({ limits: { subagentDepth: 2 } }, { others }), model: provider });
    expect(provider.of('leaf').map((request) => request.tools.map((tool) => tool.name))).toEqual([['Read']]);
    const paths = events.flatMap((event) => (event.type === 'subagent' ? [event.path.length] : []));
    expect(Math.max(...paths)).toBe(2);
  });

  it('without Agent among its tools an agent starts none and is told of none (POOL-19)', async () => {
    const provider = cast({ lead: [{ calls: [start()] }, { text: 'done' }] });
    await runAgent({ ...team({ tools: ['Read'] }, { others }), model: provider });
    expect(resultsOf(provider.of('lead'))[0]?.text).toContain('There is no tool "Agent".');
    expect(JSON.stringify(provider.requests[0]?.system)).not.toContain('subagent_type');
    const told = cast({ lead: [{ text: 'done' }] });
    await runAgent({ ...team({}, { others }), model: told });
    expect(JSON.stringify(told.requests[0]?.system)).toContain('- leaf: The leaf.');
  });
});

describe('the events of an agent that another one started (AGENT-12)', () => {
  it('carry its path and the call that asked for it, are whole messages, and hooks hear of its start and end', async () => {
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

describe('an agent that goes on (AGENT-10, TOOL-AGENT-06)', () => {
  it('is what it was and knows what it knew, from a transcript of its own', async () => {
    const model = cast({
      lead: (request, turn) =>
        turn === 0
          ? { calls: [start({ subagent_type: 'helper', prompt: 'Remember 4711.' })] }
          : turn === 1
            ? { calls: [start({ resume: agentIdIn(textOfRequest(request)), prompt: 'Which number?', subagent_type: 'Explore' })] }
            : { text: 'done' },
      helper: [{ text: 'I remember.' }, { text: '4711' }],
    });
    const { result, run } = await runAgent({ ...team({}, { others: [agent('helper')] }), model });
    expect(result.outcome).toBe('success');
    expect(model.of('helper')[1]?.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
    const [first, second] = resultsOf(model.of('lead'));
    expect(second?.text.startsWith('4711')).toBe(true);
    expect(agentIdIn(second?.text ?? '')).toBe(agentIdIn(first?.text ?? 'x'));
    const file = join(run.transcript.replace(/\.jsonl$/, ''), 'agents', `${agentIdIn(first?.text ?? '')}.jsonl`);
    expect(readFileSync(file, 'utf8')).toContain('Remember 4711.');
  });

  it('must be one of this session that has ended', async () => {
    const ids = ['agent_0123456789ab', '../../etc/passwd', 'helper'];
    const scripted = cast({ lead: [{ calls: ids.map((resume) => start({ resume })) }, { text: 'done' }] });
    await runAgent({ ...team(), model: scripted });
    for (const { isError, text } of resultsOf(scripted.of('lead'))) expect([isError, text.includes('has no agent')]).toEqual([true, true]);
  });

  it('cannot be one that still runs', async () => {
    const scripted = cast({
      lead: (request, turn) =>
        turn === 0
          ? { calls: [start({ subagent_type: 'helper', run_in_background: true })] }
          : turn === 1
            ? { calls: [start({ resume: agentIdIn(textOfRequest(request)) }), { name: 'Open' }] }
            : { text: 'done' },
      helper: [{ calls: [{ name: 'Wait' }] }, { text: 'ok' }],
    });
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const tools = [
      reader('Wait', async () => {
        await opened;
        return '';
      }),
      reader('Open', () => {
        open();
        return '';
      }),
    ];
    await runAgent({ ...team({}, { others: [agent('helper')] }), model: scripted, customTools: tools });
    expect(resultsOf(scripted.of('lead'))[1]).toMatchObject({ isError: true, text: expect.stringContaining('still runs') });
  });
});

describe('an interrupt (STATE-03)', () => {
  it('ends every agent below, with nothing left running and a history that is whole', async () => {
    let hanging = 0;
    const hang = reader('Hang', (_, signal) => {
      hanging += 1;
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(String(--hanging))));
    });
    const scripted = cast({
      lead: [{ calls: [start({ subagent_type: 'helper' }), start({ subagent_type: 'helper', run_in_background: true })] }],
      helper: () => ({ calls: [{ name: 'Hang' }] }),
    });
    const { result, run, events } = await runAgent({
      ...team({}, { others: [agent('helper')] }),
      model: scripted,
      customTools: [hang],
      during: (started) => void until(() => hanging === 2).then(() => started.interrupt()),
    });
    expect(result.outcome).toBe('interrupted');
    expect(hanging).toBe(0);
    expect(run.inspect()).toMatchObject({ subagents: [], backgroundTasks: [], services: [] });
    const ended = events.filter((event) => event.type === 'subagent' && event.event.type === 'result');
    expect(ended).toHaveLength(2);
    expect(validateMessages(replaySession(run.transcript).messages)).toEqual([]);
  });
});
