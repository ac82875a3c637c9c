import { readFileSync } from 'node:fs';
import { defineTool, LoadoutError, type ModelEvent, type ToolResultBlock, textOf } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import type { Run } from './run.js';
import { aborted, kinds, model, planFor, reader, runAgent, tempFolder, writer } from './scripted.test-kit.js';

const results = (content: readonly unknown[] | undefined) => (content ?? []) as readonly ToolResultBlock[];
const lastMessage = (requests: readonly { messages: readonly { content: readonly unknown[] }[] }[], index: number) =>
  results(requests[index]?.messages.at(-1)?.content);

describe('a run', () => {
  it('ends with exactly one result, the last of its events (LOOP-27)', async () => {
    const { events, result } = await runAgent({ model: model([{ text: 'Hello.' }]) });
    expect(kinds(events)).toEqual(['init', 'text', 'message', 'turn', 'result']);
    expect(result).toMatchObject({ outcome: 'success', text: 'Hello.', turns: 1, toolCalls: 0 });
  });

  it('sends each result under its id in a user message and goes on until the model asks for nothing (LOOP-05)', async () => {
    const scripted = model([{ calls: [{ name: 'Look' }] }, { calls: [{ name: 'Look' }] }, { text: 'Seen.' }]);
    const { result } = await runAgent({ model: scripted, customTools: [reader('Look', () => 'something')] });
    expect(result).toMatchObject({ outcome: 'success', text: 'Seen.', turns: 3, toolCalls: 2 });
    expect(lastMessage(scripted.requests, 1)).toEqual([{ type: 'tool_result', tool_use_id: 'call_0_0', content: 'something' }]);
  });

  it('runs ten reads of one message at once and answers them in order (ORCH-03, ORCH-04)', async () => {
    let running = 0;
    let most = 0;
    let release = () => {};
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    const look = reader('Look', async ({ n }) => {
      most = Math.max(most, ++running);
      if (running === 10) release();
      await all;
      return `seen ${n}`;
    });
    const scripted = model([{ calls: Array.from({ length: 10 }, (_, n) => ({ name: 'Look', input: { n } })) }, { text: 'ok' }]);
    await runAgent({ model: scripted, customTools: [look] });
    expect(most).toBe(10);
    expect(lastMessage(scripted.requests, 1).map((block) => block.content)).toEqual(
      Array.from({ length: 10 }, (_, n) => `seen ${n}`),
    );
  });

  it('lets a read behind a write see what was written (ORCH-02)', async () => {
    let value = 'old';
    const look = reader('Look', () => value);
    const change = writer('Change', async ({ to }) => {
      await new Promise(setImmediate);
      value = String(to);
      return 'changed';
    });
    const scripted = model([
      { calls: [{ name: 'Look' }, { name: 'Change', input: { to: 'new' } }, { name: 'Look' }] },
      { text: 'ok' },
    ]);
    await runAgent({ model: scripted, customTools: [look, change] });
    expect(lastMessage(scripted.requests, 1).map((block) => block.content)).toEqual(['old', 'changed', 'new']);
  });

  it('finishes a read before the message that asks for it has ended, and starts no write before (ORCH-06)', async () => {
    let seen = () => {};
    const read = new Promise<void>((resolve) => {
      seen = resolve;
    });
    const wrote: string[] = [];
    const scripted = model([
      {
        calls: [{ name: 'Look' }, { name: 'Change' }],
        hold: async () => {
          await read;
          await new Promise(setImmediate);
          expect(wrote).toEqual([]);
        },
      },
      { text: 'ok' },
    ]);
    const look = reader('Look', () => {
      seen();
      return 'x';
    });
    const change = writer('Change', () => {
      wrote.push('change');
      return 'done';
    });
    const { events } = await runAgent({ model: scripted, customTools: [look, change] });
    const order = events.flatMap((event) =>
      event.type === 'tool_result' ? [event.name] : event.type === 'message' ? ['message'] : [],
    );
    expect(order).toEqual(['Look', 'message', 'Change', 'message']);
  });

  it('answers every call of an interrupted batch, so that the next request is valid (PIPE-13, LOOP-16)', async () => {
    const scripted = model([{ calls: [{ name: 'Wait' }, { name: 'Change' }, { name: 'Wait' }] }, { text: 'on' }]);
    let underWay: Run | undefined;
    const wait = reader('Wait', async (_, signal) => {
      underWay?.interrupt();
      if (!signal.aborted) await aborted(signal);
      return 'stopped early';
    });
    const tools = [wait, writer('Change', () => 'never')];
    const first = await runAgent({
      model: scripted,
      customTools: tools,
      during: (run) => {
        underWay = run;
      },
    });
    underWay = undefined;
    expect(first.result.outcome).toBe('interrupted');
    const again = await runAgent({
      model: scripted,
      customTools: tools,
      workspace: first.workspace,
      prompt: 'And now?',
      run: { resume: first.run.sessionId },
    });
    expect(again.result.outcome).toBe('success');
    const messages = scripted.requests[1]?.messages ?? [];
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
    expect(
      results(messages[2]?.content)
        .slice(0, 3)
        .map((block) => block.tool_use_id),
    ).toEqual(['call_0_0', 'call_0_1', 'call_0_2']);
    expect(textOf({ content: messages[2]?.content ?? [] })).toBe('And now?');
  });

  it('asks again for a message whose stream broke, and runs no call of the broken one twice that has an effect (ORCH-09, RETRY-05)', async () => {
    const wrote: string[] = [];
    const scripted = model((_, index) =>
      index === 0
        ? { calls: [{ name: 'Change' }], fail: 'MODEL_STREAM_CUT' }
        : index === 1
          ? { calls: [{ name: 'Change' }] }
          : { text: 'ok' },
    );
    const { result, events } = await runAgent({ model: scripted, customTools: [writer('Change', () => `${wrote.push('x')}`)] });
    expect(result.outcome).toBe('success');
    expect(wrote).toEqual(['x']);
    expect(kinds(events)).toContain('discard');
    expect(scripted.requests.map((request) => request.messages.length)).toEqual([1, 1, 3]);
  });

  it('leaves it to the provider to try again what never began (RETRY-01)', async () => {
    const failing = {
      name: 'test',
      requests: 0,
      async *stream(): AsyncGenerator<ModelEvent> {
        failing.requests += 1;
        yield { type: 'retry', attempt: 1, delayMs: 0, reason: 'overloaded' };
        throw new LoadoutError('MODEL_OVERLOADED', 'Overloaded.');
      },
    };
    const { result } = await runAgent({ model: failing });
    expect(result).toMatchObject({ outcome: 'error_model', error: { code: 'MODEL_OVERLOADED' } });
    expect(failing.requests).toBe(1);
  });

  it('never runs a tool on input that is not complete JSON, and quotes what it got (LOOP-03)', async () => {
    const scripted = model([{ calls: [{ name: 'Change', malformed: '{"command":"ls' }] }, { text: 'ok' }]);
    await runAgent({ model: scripted, customTools: [writer('Change', () => 'ran')] });
    expect(lastMessage(scripted.requests, 1)[0]).toMatchObject({
      is_error: true,
      content: expect.stringContaining('{"command":"ls'),
    });
  });

  it('keeps thinking and unknown blocks in order and as they were (LOOP-09)', async () => {
    const blocks = [
      { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
      { type: 'from_the_future', payload: { a: 1 } },
    ];
    const scripted = model([{ blocks, calls: [{ name: 'Look' }] }, { text: 'ok' }]);
    await runAgent({ model: scripted, customTools: [reader('Look', () => 'x')] });
    expect(scripted.requests[1]?.messages[1]?.content.slice(0, 2)).toEqual(blocks);
  });

  it('hands the provider the same system, tools and message objects in every turn', async () => {
    const scripted = model([{ calls: [{ name: 'Look' }] }, { calls: [{ name: 'Look' }] }, { text: 'ok' }]);
    await runAgent({ model: scripted, customTools: [reader('Look', () => 'x')] });
    const [, second, third] = scripted.requests;
    expect(third?.tools).toBe(second?.tools);
    expect(third?.system).toBe(second?.system);
    for (const [index, message] of (second?.messages ?? []).entries()) expect(third?.messages[index]).toBe(message);
  });
});

describe('limits', () => {
  const looping = () => model(() => ({ calls: [{ name: 'Look' }] }));

  it('let a turn that is used up run nothing, and leave a valid history (LOOP-08, CON-39)', async () => {
    const scripted = looping();
    const { result } = await runAgent({ model: scripted, customTools: [reader('Look', () => 'x')], limits: { turns: 2 } });
    expect(result).toMatchObject({ outcome: 'error_max_turns', turns: 3, error: { code: 'LIMIT_REACHED' } });
  });

  it('allow a tool turn and an answer with two turns (LOOP-08)', async () => {
    const { result } = await runAgent({
      model: model([{ calls: [{ name: 'Look' }] }, { text: 'done' }]),
      customTools: [reader('Look', () => 'x')],
      limits: { turns: 2 },
    });
    expect(result).toMatchObject({ outcome: 'success', turns: 2 });
  });

  it('end a run that makes too many calls', async () => {
    const { result } = await runAgent({ model: looping(), customTools: [reader('Look', () => 'x')], limits: { toolCalls: 3 } });
    expect(result).toMatchObject({ outcome: 'error_limit', error: { code: 'LIMIT_REACHED' } });
  });

  it('end a run that takes too long', async () => {
    const wait = reader('Wait', async (_, signal) => {
      await aborted(signal);
      return 'stopped';
    });
    const { result } = await runAgent({
      model: model([{ calls: [{ name: 'Wait' }] }]),
      customTools: [wait],
      limits: { time: 0.05 },
    });
    expect(result).toMatchObject({ outcome: 'error_limit', error: { code: 'LIMIT_REACHED' } });
  });
});

describe('a limit in money (LOOP-19, COST-02)', () => {
  const models = { m: { provider: 'test', id: 'm', price: { input: 1000, output: 1000 } } };

  it('is checked before each request: what would cost more is not asked', async () => {
    const scripted = model(() => ({ calls: [{ name: 'Look' }] }));
    // 15 tokens a turn at a dollar a thousand: the third turn passes four cents.
    const folder = tempFolder();
    const plan = planFor(folder, { models });
    const { result } = await runAgent({
      plan,
      workspace: folder,
      model: scripted,
      modelId: 'm',
      limits: { usd: 0.04 },
      customTools: [reader('Look', () => 'x')],
    });
    expect(result).toMatchObject({
      outcome: 'error_limit',
      turns: 3,
      error: { message: 'The limit of 0.04 US dollars is used up.' },
    });
    expect(result.costUsd).toBeCloseTo(0.045);
  });

  it('needs the price of the model', async () => {
    await expect(runAgent({ model: model([]), limits: { usd: 1 } })).rejects.toMatchObject({ code: 'LIMIT_UNPRICED' });
  });
});

describe('stop reasons (LOOP-04)', () => {
  it('max_tokens continues the answer', async () => {
    const scripted = model([{ text: 'half', stop: 'max_tokens' }, { text: ' whole' }]);
    expect((await runAgent({ model: scripted })).result).toMatchObject({ outcome: 'success', turns: 2 });
  });

  it('max_tokens again and again ends with the words that the answer is not whole', async () => {
    const { events, result } = await runAgent({ model: model(() => ({ text: 'and', stop: 'max_tokens' })) });
    expect(result).toMatchObject({ turns: 4, stopReason: 'max_tokens' });
    expect(events).toContainEqual({
      type: 'notice',
      message: 'The answer is not whole: it was cut off at the output limit 4 times.',
    });
  });

  it('pause_turn sends the conversation back as it is', async () => {
    const scripted = model([{ text: 'paused', stop: 'pause_turn' }, { text: 'done' }]);
    await runAgent({ model: scripted });
    expect(scripted.requests[1]?.messages.at(-1)?.role).toBe('assistant');
  });

  it('refusal and a full context window are errors', async () => {
    expect((await runAgent({ model: model([{ text: 'no', stop: 'refusal' }]) })).result.error?.code).toBe('MODEL_REFUSED');
    expect((await runAgent({ model: model([{ text: '', stop: 'model_context_window_exceeded' }]) })).result.error?.code).toBe(
      'MODEL_CONTEXT_FULL',
    );
  });
});

describe('structured output', () => {
  const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'], additionalProperties: false };
  const answer = (input: unknown) => ({ calls: [{ name: 'StructuredOutput', input }] });

  it('is checked against the schema and asked for again: bad, bad, good (LOOP-20)', async () => {
    const { result } = await runAgent({
      model: model([answer({ n: 'x' }), { text: 'five' }, answer({ n: 5 })]),
      output: { schema },
    });
    expect(result).toMatchObject({ outcome: 'success', structuredOutput: { n: 5 } });
  });

  it('is never reported as success without data', async () => {
    const { result } = await runAgent({ model: model(() => answer({})), output: { schema, retries: 1 } });
    expect(result).toMatchObject({ outcome: 'error_max_structured_output_retries', error: { code: 'OUTPUT_NOT_MET' } });
    expect('structuredOutput' in result).toBe(false);
  });
});

describe('results', () => {
  it('over the limit of a tool are kept in a file that the model can read back without Read (RES-01, RES-06)', async () => {
    const long = 'line\n'.repeat(20_000);
    let pointer = '';
    const scripted = model((request, index) => {
      if (index === 0) return { calls: [{ name: 'Look' }] };
      if (index > 1) return { text: 'ok' };
      pointer = results(request.messages.at(-1)?.content)[0]?.content as string;
      return {
        calls: [{ name: 'ReadResult', input: { path: /characters \(\d+ KB\): (\S+)/.exec(pointer)?.[1], offset: 99_990 } }],
      };
    });
    const { result } = await runAgent({
      model: scripted,
      customTools: [reader('Look', () => long)],
      permissions: { mode: 'dontAsk' },
    });
    expect(pointer).toContain('Original size: 100000 characters');
    expect(lastMessage(scripted.requests, 2)[0]?.content).toBe('line\nline\n');
    expect(result.spilled).toBe(1);
  });

  it('of one message together are spilled, largest first, until they fit (RES-04)', async () => {
    const scripted = model([{ calls: Array.from({ length: 6 }, (_, n) => ({ name: 'Look', input: { n } })) }, { text: 'ok' }]);
    await runAgent({ model: scripted, customTools: [reader('Look', ({ n }) => 'x'.repeat(42_000 + Number(n)))] });
    const lengths = lastMessage(scripted.requests, 1).map((block) => (block.content as string).length);
    expect(lengths.filter((length) => length > 40_000)).toEqual([42_000, 42_001, 42_002, 42_003]);
  });
});

describe('hooks around a run', () => {
  it('SessionStart and UserPromptSubmit add context; a blocked prompt never reaches the model', async () => {
    const scripted = model([{ text: 'ok' }]);
    const hooks = {
      SessionStart: () => ({ hookSpecificOutput: { additionalContext: 'from the start' } }),
      UserPromptSubmit: () => ({ systemMessage: 'with the prompt' }),
    };
    await runAgent({ model: scripted, hooks });
    expect(JSON.stringify(scripted.requests[0]?.messages)).toMatch(/from the start.*with the prompt/);
    const blocked = await runAgent({
      model: scripted,
      hooks: { UserPromptSubmit: () => ({ decision: 'block' as const, reason: 'not today' }) },
    });
    expect(blocked.result).toMatchObject({
      outcome: 'blocked',
      error: { code: 'PROMPT_BLOCKED', message: expect.stringContaining('not today') },
    });
    expect(scripted.requests).toHaveLength(1);
  });

  it('Stop may send the model back, eight times in a row at most (HOOK-22)', async () => {
    const active: boolean[] = [];
    const Stop = (input: { stop_hook_active: boolean }) => {
      active.push(input.stop_hook_active);
      return { decision: 'block' as const, reason: 'not done yet' };
    };
    const { result } = await runAgent({ model: model(() => ({ text: 'done?' })), hooks: { Stop } });
    expect(result).toMatchObject({ outcome: 'success', turns: 9 });
    expect(active.slice(0, 2)).toEqual([false, true]);
  });

  it('continue: false ends the run after the call, with the reason', async () => {
    const hooks = { PostToolUse: () => ({ continue: false, stopReason: 'enough' }) };
    const { result } = await runAgent({
      model: model([{ calls: [{ name: 'Look' }] }]),
      customTools: [reader('Look', () => 'x')],
      hooks,
    });
    expect(result).toMatchObject({ outcome: 'stopped', error: { message: 'enough' } });
  });
});

describe('session events', () => {
  it('of a tool reach whoever reads the run (EVT-01, EVT-02)', async () => {
    const sent = [
      { type: 'TodoListUpdated', oldTodos: [], newTodos: ['x'] },
      { type: 'ToolListChanged' },
      { type: 'ResourceListChanged' },
      { type: 'PromptListChanged' },
    ] as const;
    const teller = defineTool({
      name: 'Tell',
      description: 'Tells.',
      call: (_, context) => {
        for (const event of sent) context.emit(event);
        return 'told';
      },
    });
    const { events } = await runAgent({ model: model([{ calls: [{ name: 'Tell' }] }, { text: 'ok' }]), customTools: [teller] });
    expect(events.filter((event) => sent.some((one) => one.type === event.type))).toEqual(sent);
  });
});

describe('secrets', () => {
  it('reach neither the model, the session file nor a saved result', async () => {
    const secret = 'correct-horse-battery';
    const workspace = tempFolder();
    const plan = planFor(workspace, { secrets: [secret] });
    const scripted = model([{ calls: [{ name: 'Look' }] }, { text: 'ok' }]);
    const { run } = await runAgent({
      plan,
      workspace,
      permissions: {},
      model: scripted,
      customTools: [reader('Look', () => `key=${secret}`)],
    });
    expect(lastMessage(scripted.requests, 1)[0]?.content).toBe('key=[secret]');
    expect(readFileSync(run.transcript, 'utf8')).not.toContain(secret);
  });
});

describe('plugins in code', () => {
  it('are refused when two tools take one name, with both origins (POOL-03)', async () => {
    const tool = (name: string) => defineTool({ name, description: 'd', call: () => '' });
    await expect(runAgent({ model: model([]), customTools: [tool('Same'), tool('Same')] })).rejects.toMatchObject({
      code: 'TOOL_NAME_TAKEN',
    });
  });
});
