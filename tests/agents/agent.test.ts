import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { agent, cast, reader, resultsOf, runAgent, start, team, textOfRequest, until } from './agents.test-kit.js';

describe('a subagent (TOOL-AGENT-02)', () => {
  it('has its own history, and its parent reads the last message with the id and the totals (AGENT-03, TOOL-AGENT-07)', async () => {
    const scripted = cast({
      lead: [{ text: 'the secret of the lead', calls: [start({ subagent_type: 'helper', prompt: 'Look.' })] }, { text: 'done' }],
      helper: [{ text: 'looking', calls: [{ name: 'Look' }] }, { text: 'found it' }],
    });
    const { result } = await runAgent({
      ...team({}, { others: [agent('helper')] }),
      model: scripted,
      customTools: [reader('Look', () => 'seen')],
    });
    expect(result).toMatchObject({ outcome: 'success', text: 'done' });
    expect(textOfRequest(scripted.of('helper')[0])).toBe('[{"role":"user","content":[{"type":"text","text":"Look."}]}]');
    const [report] = resultsOf(scripted.of('lead'));
    expect(report).toMatchObject({ isError: false });
    expect(report?.text).toMatch(
      /^found it\n\nagentId: agent_[0-9a-f]{12} \(for resume\) · 2 turns, 1 tool calls, 30 tokens, [\d.]+ s$/,
    );
    expect(textOfRequest(scripted.of('lead')[1])).not.toContain('looking');
  });

  it('sends programs the messages of the Agent SDK (TOOL-AGENT-07)', async () => {
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
        usage: { input_tokens: 10, output_tokens: 5 },
        totalDurationMs: expect.any(Number),
      },
    });
    expect(resultsOf(scripted.of('lead'))[0]?.text).toContain('(Subagent completed with no text output)');
  });

  it('that does not exist is an error that lists the existing agents (TOOL-AGENT-04, AGENT-01)', async () => {
    const scripted = cast({ lead: [{ calls: [start({ subagent_type: 'explore' })] }, { text: 'done' }] });
    await runAgent({ ...team({}, { others: [agent('helper')] }), model: scripted });
    expect(resultsOf(scripted.of('lead'))[0]).toMatchObject({
      isError: true,
      text: expect.stringContaining('Did you mean "Explore"? Use one of: general-purpose, Explore, Plan, helper.'),
    });
  });

  it('is not started with an unknown field or an invalid value: no field is ignored (TOOL-AGENT-01, AGENT-14)', async () => {
    const scripted = cast({
      lead: [{ calls: [start({ colour: 'red' }), start({ max_turns: 0 }), start({ skills: ['none'] })] }, { text: 'done' }],
    });
    await runAgent({ ...team(), model: scripted });
    const texts = resultsOf(scripted.of('lead'));
    expect(texts.map(({ isError }) => isError)).toEqual([true, true, true]);
    expect(texts.map(({ text }) => text)).toEqual([
      expect.stringContaining('colour'),
      expect.stringContaining('max_turns'),
      expect.stringContaining('There is no skill "none".'),
    ]);
  });

  it('has the tools and the prompt of its type: Explore and Plan only read and skip the shared prompt (AGENT-01, AGENT-03, CON-20)', async () => {
    const wanted = ['general-purpose', 'Explore', 'Plan'];
    const scripted = cast({
      lead: [{ calls: wanted.map((subagent_type) => start({ subagent_type })) }, { text: 'done' }],
      'built-in': () => ({ text: 'ok' }),
    });
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

  it('has its own model and turn limit, and returns its last text when the turns are used up (TOOL-AGENT-06, AGENT-02, AGENT-13)', async () => {
    const scripted = cast({
      lead: [{ calls: [start({ subagent_type: 'helper', model: 'other', max_turns: 1 })] }, { text: 'done' }],
      helper: () => ({ text: 'as far as I came', calls: [{ name: 'Look' }] }),
    });
    const options = team(
      {},
      { others: [agent('helper')], models: { m: { provider: 'test', id: 'm' }, other: { provider: 'test', id: 'other-1' } } },
    );
    await runAgent({ ...options, model: scripted, customTools: [reader('Look', () => 'seen')] });
    expect(scripted.of('helper').map((request) => request.model)).toEqual(['other-1', 'other-1']);
    expect(resultsOf(scripted.of('lead'))[0]).toMatchObject({
      isError: false,
      text: expect.stringMatching(/^as far as I came\n\n\(It did not finish: .*turns.*\)/),
    });
  });

  it('whose model fails returns its earlier text, or says that it was terminated early (AGENT-13)', async () => {
    const broken = { fail: 'MODEL_REFUSED_KEY' };
    const scripted = cast({
      lead: [{ calls: [start({ subagent_type: 'one' }), start({ subagent_type: 'two' })] }, { text: 'done' }],
      one: [{ text: 'half of it', calls: [{ name: 'Look' }] }, broken],
      two: [broken],
    });
    const { result } = await runAgent({
      ...team({}, { others: [agent('one'), agent('two')] }),
      model: scripted,
      customTools: [reader('Look', () => 'x')],
    });
    expect(result.outcome).toBe('success');
    expect(resultsOf(scripted.of('lead'))).toEqual([
      expect.objectContaining({
        isError: false,
        text: expect.stringMatching(/^half of it\n\n\(It did not finish: The test model fails/),
      }),
      expect.objectContaining({
        isError: true,
        text: expect.stringMatching(/^The agent was terminated early: The test model fails/),
      }),
    ]);
  });

  it('without any existing tool is not started (AGENT-13)', async () => {
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
    const scripted = cast({
      lead: [{ calls: ['a', 'b', 'c'].map((prompt) => start({ prompt })) }, { text: 'done' }],
      'built-in': (request) =>
        request.messages.length === 1
          ? { calls: [{ name: 'Meet' }] }
          : { text: `I was ${textOf(request.messages[0] ?? { content: [] })}` },
    });
    await runAgent({ ...team(), model: scripted, customTools: [meet] });
    expect(most).toBe(3);
    expect(resultsOf(scripted.of('lead')).map(({ text }) => text.slice(0, 7))).toEqual(['I was a', 'I was b', 'I was c']);
  });

  it('beyond the limit are refused, and started once there is room (AGENT-05)', async () => {
    const options = team({ limits: { subagents: 2 } });
    const isRefused = () => transcriptsIn(options.workspace).includes('Concurrent subagent limit');
    const hold = () => until(isRefused);
    const scripted = cast({
      lead: [{ calls: [start(), start(), start()] }, { calls: [start()] }, { text: 'done' }],
      'built-in': () => ({ text: 'ok', hold }),
    });
    await runAgent({ ...options, model: scripted });
    expect(resultsOf(scripted.of('lead')).map(({ isError, text }) => (isError ? text.slice(0, 33) : 'ran'))).toEqual([
      'ran',
      'ran',
      'Concurrent subagent limit reached',
      'ran',
    ]);
  });
});

const transcriptsIn = (workspace: string): string =>
  readdirSync(join(workspace, '.sessions'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readFileSync(join(workspace, '.sessions', name), 'utf8'))
    .join('');
