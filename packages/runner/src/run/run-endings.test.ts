import type { ToolResultBlock } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { aborted, kinds, model, planFor, reader, runAgent, tempFolder } from './scripted.test-kit.js';

describe('limits', () => {
  const looping = () => model(() => ({ calls: [{ name: 'Look' }] }));

  it('run no call in a turn beyond the limit, and leave a valid history (LOOP-08, CON-39)', async () => {
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

  it('end a run with too many calls', async () => {
    const { result } = await runAgent({ model: looping(), customTools: [reader('Look', () => 'x')], limits: { toolCalls: 3 } });
    expect(result).toMatchObject({ outcome: 'error_limit', error: { code: 'LIMIT_REACHED' } });
  });

  it('run as many calls of one message as are left, and give each other call the limit as its result', async () => {
    const ran: string[] = [];
    const look = reader('Look', () => `look ${ran.push('look')}`);
    const scripted = model([{ calls: Array.from({ length: 5 }, () => ({ name: 'Look' })) }, { text: 'done' }]);
    const { result } = await runAgent({ model: scripted, customTools: [look], limits: { toolCalls: 3 } });
    expect(ran).toHaveLength(3);
    expect(result).toMatchObject({ outcome: 'success', text: 'done', toolCalls: 3 });
    const answers = scripted.requests
      .at(-1)
      ?.messages.at(-1)
      ?.content.map((block) => (block as ToolResultBlock).content);
    const refused = 'The call of Look was not run: The limit of 3 tool calls is used up.';
    expect(answers).toEqual(['look 1', 'look 2', 'look 3', refused, refused]);
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
  const limited = (usd: number, scripted: ReturnType<typeof model>) => {
    const folder = tempFolder();
    const plan = planFor(folder, { models });
    const customTools = [reader('Look', () => 'x')];
    return runAgent({ plan, workspace: folder, model: scripted, modelId: 'm', limits: { usd }, customTools });
  };

  it('is checked after each answer too: the last answer is kept, and the run reports the excess', async () => {
    // The provider ignores how long the answer may be.
    const usage = { input_tokens: 10, output_tokens: 5000 };
    const { result } = await limited(
      2,
      model(() => ({ text: 'All of it.', usage })),
    );
    expect(result).toMatchObject({ outcome: 'error_limit', turns: 1, text: 'All of it.' });
    expect(result.error?.message).toBe('The limit of 2 US dollars is used up. 5.01 is spent.');
  });

  it('is held before each request: a request that could exceed it is not made', async () => {
    const scripted = model(() => ({ calls: [{ name: 'Look' }], usage: { input_tokens: 10, output_tokens: 600 } }));
    const { result } = await limited(3, scripted);
    expect(result).toMatchObject({ outcome: 'error_limit', turns: 2, error: { code: 'LIMIT_REACHED' } });
    expect(result.error?.message).toMatch(
      /^The limit of 3 US dollars is not enough for another request: 1.22 is spent, and a request to m with a short answer could cost 1\.\d+\.$/,
    );
    expect(result.costUsd).toBeCloseTo(1.22);
    const asked = scripted.requests.map(({ maxOutputTokens = 0 }) => maxOutputTokens);
    // A token costs a tenth of a cent, so no answer may be longer than the money suffices for.
    expect(asked.every((tokens, index) => tokens >= 1024 && tokens <= 3000 - index * 610)).toBe(true);
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

  it('max_tokens raises the limit once where nobody has set one, then continues three times (LOOP-13)', async () => {
    const scripted = model(() => ({ text: 'and', stop: 'max_tokens' }));
    const { events, result } = await runAgent({ model: scripted });
    expect(result).toMatchObject({ turns: 5, stopReason: 'max_tokens' });
    expect(scripted.requests.map((request) => request.maxOutputTokens)).toEqual([undefined, 64_000, 64_000, 64_000, 64_000]);
    expect(JSON.stringify(scripted.requests[4]?.messages.at(-1))).toContain('Continue directly from where it stopped');
    expect(events).toContainEqual({
      type: 'notice',
      message: 'The answer is not whole: it was cut off at the output limit again and again.',
    });
  });

  it.each([
    ['max_tokens', 3],
    ['pause_turn', 10],
  ])('%s is counted in a row: a call of a tool in between starts anew', async (stop, most) => {
    const folder = tempFolder();
    const plan = planFor(folder, { models: { m: { provider: 'test', id: 'm', maxOutputTokens: 500 } } });
    const cut = Array.from({ length: most }, () => ({ text: 'and', stop }));
    const scripted = model([...cut, { calls: [{ name: 'Look' }] }, ...cut, { text: 'whole' }]);
    const customTools = [reader('Look', () => 'seen')];
    const { result } = await runAgent({ plan, workspace: folder, modelId: 'm', model: scripted, customTools });
    expect(result).toMatchObject({ outcome: 'success', stopReason: 'end_turn', turns: 2 * most + 2 });
  });

  it('max_tokens keeps a configured limit, and continues three times (LOOP-13)', async () => {
    const folder = tempFolder();
    const plan = planFor(folder, { models: { m: { provider: 'test', id: 'm', maxOutputTokens: 500 } } });
    const scripted = model(() => ({ text: 'and', stop: 'max_tokens' }));
    const { result } = await runAgent({ plan, workspace: folder, modelId: 'm', model: scripted });
    expect(result.turns).toBe(4);
    expect(new Set(scripted.requests.map((request) => request.maxOutputTokens))).toEqual(new Set([500]));
  });

  it('max_tokens: a raised limit that the model refuses is removed, and the answer continues (LOOP-13)', async () => {
    const scripted = model((request, index) => {
      if (index === 0) return { text: 'half', stop: 'max_tokens' };
      return request.maxOutputTokens === undefined ? { text: ' whole' } : { fail: 'MODEL_REQUEST_INVALID' };
    });
    const { result } = await runAgent({ model: scripted });
    expect(result).toMatchObject({ outcome: 'success', text: ' whole' });
    expect(scripted.requests.map((request) => request.maxOutputTokens)).toEqual([undefined, 64_000, undefined]);
  });

  it('max_tokens inside a call is answered with results alone, and the next try may be longer (LOOP-13)', async () => {
    const scripted = model([
      { calls: [{ name: 'Look', malformed: '{"n": "cut o' }], stop: 'max_tokens' },
      { calls: [{ name: 'Look' }], stop: 'max_tokens' },
      { text: 'Done.' },
    ]);
    const { result } = await runAgent({ model: scripted, customTools: [reader('Look', () => 'seen')] });
    expect(result.outcome).toBe('success');
    for (const at of [1, 2])
      expect(scripted.requests[at]?.messages.at(-1)?.content.map((block) => block.type)).toEqual(['tool_result']);
    expect(scripted.requests.map((request) => request.maxOutputTokens)).toEqual([undefined, 64_000, 64_000]);
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

  it('is checked against the schema and requested again: bad, bad, good (LOOP-20)', async () => {
    const { result } = await runAgent({
      model: model([answer({ n: 'x' }), { text: 'five' }, answer({ n: 5 })]),
      output: { schema },
    });
    expect(result).toMatchObject({ outcome: 'success', structuredOutput: { n: 5 } });
  });

  it('of a run takes the place of that of the agent (decision 0147)', async () => {
    const scripted = model([answer({ n: 5 })]);
    const { result } = await runAgent({
      model: scripted,
      output: { schema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] } },
      run: { output: { schema } },
    });
    expect([result.structuredOutput, scripted.requests.length]).toEqual([{ n: 5 }, 1]);
  });

  it.each([
    [undefined, 3],
    [0, 1],
    [1, 2],
  ])('is never reported as success without data: with retries %s there are %i requests (LOOP-20)', async (retries, requests) => {
    const scripted = model(() => answer({}));
    const output = retries === undefined ? { schema } : { schema, retries };
    const { result } = await runAgent({ model: scripted, output });
    expect(scripted.requests).toHaveLength(requests);
    expect(result).toMatchObject({ outcome: 'error_max_structured_output_retries', error: { code: 'OUTPUT_NOT_MET' } });
    expect('structuredOutput' in result).toBe(false);
  });
});

describe('an empty answer', () => {
  const tools = [reader('Look', () => 'seen')];

  it('after results is questioned once, and then is the end (LOOP-07)', async () => {
    const scripted = model([{ calls: [{ name: 'Look' }] }, {}, {}]);
    const { result, events } = await runAgent({ model: scripted, customTools: tools });
    expect(result).toMatchObject({ outcome: 'success', text: '', turns: 3 });
    expect(scripted.requests).toHaveLength(3);
    expect(JSON.stringify(scripted.requests[2]?.messages.at(-1))).toContain('The last answer was empty');
    expect(kinds(events).filter((type) => type === 'reply')).toHaveLength(2);
  });

  it('to a prompt is the end', async () => {
    const scripted = model([{}]);
    expect((await runAgent({ model: scripted })).result).toMatchObject({ outcome: 'success', text: '', turns: 1 });
    expect(scripted.requests).toHaveLength(1);
  });
});

it('results are answered by a message of results only, with the same tools (LOOP-06, LOOP-07)', async () => {
  const search = { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'x' } };
  const scripted = model([{ blocks: [search], calls: [{ name: 'Look' }] }, { text: 'Done.' }]);
  await runAgent({ model: scripted, customTools: [reader('Look', () => 'seen')] });
  const [first, second] = scripted.requests;
  expect(second?.messages.at(-1)?.content.map((block) => block.type)).toEqual(['tool_result']);
  expect(second?.messages.at(-2)?.content[0]).toEqual(search);
  expect(second?.tools).toBe(first?.tools);
});
