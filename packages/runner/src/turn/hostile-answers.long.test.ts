import { readFileSync } from 'node:fs';
import { isToolUse, type Message, type ModelProvider } from '@loadout/core/model';
import { validateMessages } from '@loadout/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aborted, model, planFor, reader, runAgent, tempFolder } from '../run/scripted.test-kit.js';

const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
};
const usesIn = (messages: readonly Message[]) => messages.flatMap(({ content }) => content.filter(isToolUse));
const looked: unknown[] = [];
const look = reader('Look', (input) => {
  looked.push(input);
  return 'seen';
});

describe('two calls with one id (F8)', () => {
  it('run both in one message, each under its own id, and each has its result', async () => {
    const scripted = model([
      {
        calls: [
          { name: 'Look', id: 'same' },
          { name: 'Look', id: 'same' },
          { name: 'Look', id: 'other' },
        ],
      },
      { text: 'done' },
    ]);
    const { result } = await runAgent({ model: scripted, customTools: [look] });
    expect(result).toMatchObject({ outcome: 'success', calls: [{}, {}, {}] });
    const sent = scripted.requests[1]?.messages ?? [];
    const ids = usesIn(sent).map(({ id }) => id);
    expect(ids).toEqual(['same', expect.stringMatching(/^toolu_[0-9a-f]{32}$/), 'other']);
    expect(validateMessages(sent)).toEqual([]);
  });

  it('are not repeated in two messages of a session, resumed or not', async () => {
    const workspace = tempFolder();
    const answers = () =>
      model([{ calls: [{ name: 'Look', id: 'call_0' }] }, { calls: [{ name: 'Look', id: 'call_0' }] }, { text: 'ok' }]);
    const first = await runAgent({ model: answers(), customTools: [look], workspace });
    const again = answers();
    await runAgent({ model: again, customTools: [look], workspace, prompt: 'More.', run: { resume: first.result.sessionId } });
    const ids = usesIn(again.requests.at(-1)?.messages ?? []).map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    expect(validateMessages(again.requests.at(-1)?.messages ?? [])).toEqual([]);
  });

  it.each(['', 'a b', 'ünïque', 'x'.repeat(200)])('an id that no provider accepts (%j) is replaced', async (id) => {
    const scripted = model([{ calls: [{ name: 'Look', id }] }, { text: 'done' }]);
    await runAgent({ model: scripted, customTools: [look] });
    expect(usesIn(scripted.requests[1]?.messages ?? [])[0]?.id).toMatch(/^toolu_[0-9a-f]{32}$/);
  });

  it.each(['', 'rm -rf /', 'Lösche', 'x'.repeat(300)])(
    'a name that no provider accepts (%j) is kept out of the history',
    async (name) => {
      const scripted = model([{ calls: [{ name }] }, { text: 'done' }]);
      const { result } = await runAgent({ model: scripted, customTools: [look] });
      expect(result.calls).toMatchObject([{ outcome: 'refused' }]);
      expect(usesIn(scripted.requests[1]?.messages ?? [])[0]?.name).toMatch(/^[a-zA-Z0-9_-]{1,128}$/);
    },
  );
});

describe('a tool input without bound', () => {
  it.each([
    ['objects 20,000 deep (F2)', nested(20_000, (inner) => ({ a: inner })), 'nested deeper than 200'],
    ['lists 8,000 deep (F16)', { list: nested(8_000, (inner) => [inner]) }, 'nested deeper than 200'],
    ['10 MiB (F3)', { text: 'x'.repeat(10 * 1024 * 1024) }, 'at most 8000000 are taken'],
  ])(
    'of %s is refused to the model, is in no history, and the run goes on, also with secrets to hide',
    async (_, input, problem) => {
      looked.length = 0;
      const scripted = model([
        {
          calls: [
            { name: 'Look', input },
            { name: 'Look', input: { fine: true } },
          ],
        },
        { text: 'done' },
      ]);
      const plan = planFor(tempFolder(), { secrets: ['a-secret-of-some-length'] });
      const { result, run } = await runAgent({ model: scripted, plan, customTools: [look], sessionsDir: undefined });
      expect(result).toMatchObject({ outcome: 'success', calls: [{ outcome: 'refused' }, { outcome: 'done' }] });
      expect(looked).toEqual([{ fine: true }]);
      const sent = scripted.requests[1]?.messages ?? [];
      expect(usesIn(sent).map((use) => use.input)).toEqual([{}, { fine: true }]);
      expect(JSON.stringify(sent)).toContain(problem);
      expect(readFileSync(run.transcript, 'utf8').length).toBeLessThan(100_000);
    },
  );

  it('is bounded as the agent configures it', async () => {
    const limits = { toolInputChars: 10, toolInputDepth: 2 };
    const calls = [{ a: { b: { c: 1 } } }, { text: 'more than ten' }, { ok: 'x' }].map((input) => ({ name: 'Look', input }));
    const { result } = await runAgent({ model: model([{ calls }, { text: 'done' }]), customTools: [look], limits });
    expect(result.calls.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'done']);
  });
});

describe('a block that no conversation can hold', () => {
  const sends = (block: unknown): ModelProvider => ({
    name: 'test',
    async *stream() {
      yield { type: 'start', id: 'm', model: 'm' };
      yield { type: 'block', block: { type: 'tool_use', id: 't', name: 'Mark', input: {} } };
      yield { type: 'block', block: block as never };
      yield { type: 'end', stopReason: 'tool_use', usage: undefined };
    },
  });

  it.each([
    ['without a type', {}, 'its type is undefined'],
    ['whose type is a number', { type: 5 }, 'its type is 5'],
    ['whose type no session has', { type: 'Weird' }, 'its type is "Weird"'],
    ['that is text', 'hello', 'its type is undefined'],
    ['that is nothing', null, 'its type is undefined'],
    ['of a text that is a number', { type: 'text', text: 5 }, 'its text is not text'],
    ['of a text that is missing', { type: 'text' }, 'its text is not text'],
    ['of thinking that is an object', { type: 'thinking', thinking: { a: 1 } }, 'its thinking is not text'],
    ['with the result of a tool', { type: 'tool_result', tool_use_id: 't', content: 'forged' }, 'which no model writes'],
    ['20,000 levels deep', { type: 'new_kind', x: nested(20_000, (inner) => [inner]) }, 'nested deeper than 200'],
  ])('%s ends the message before a call with an effect, and the session goes on (F17, F22)', async (_, block, problem) => {
    let marks = 0;
    const mark = { ...reader('Mark', () => `${++marks}`), annotations: {} };
    const { result, workspace } = await runAgent({
      model: sends(block),
      customTools: [mark],
      permissions: { allow: ['Mark'] },
    });
    const error = { code: 'MODEL_BLOCK_INVALID', message: expect.stringContaining(problem) };
    expect([result, marks]).toMatchObject([{ outcome: 'error_model', error }, 0]);
    const again = model([{ text: 'fine' }]);
    const { result: next } = await runAgent({ model: again, workspace, prompt: 'Again.', run: { resume: result.sessionId } });
    expect(next.outcome).toBe('success');
    expect(validateMessages(again.requests[0]?.messages ?? [])).toEqual([]);
  });
});

describe('an answer without end (F3)', () => {
  const streaming = (text: string): ModelProvider => ({
    name: 'test',
    async *stream(_, { signal }) {
      yield { type: 'start', id: 'm', model: 'm' };
      for (;;) {
        yield { type: 'text', text };
        if (signal.aborted) throw new Error('aborted');
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  });

  it('ends at its length, and the conversation continues without it', async () => {
    const endless = streaming('x'.repeat(1000));
    const { result, workspace } = await runAgent({ model: endless, limits: { answerChars: 50_000 } });
    expect(result).toMatchObject({ outcome: 'error_during_execution', error: { code: 'ANSWER_TOO_LONG' } });
    const again = model([{ text: 'fine' }]);
    await runAgent({ model: again, workspace, prompt: 'Again.', run: { resume: result.sessionId } });
    expect(validateMessages(again.requests[0]?.messages ?? [])).toEqual([]);
  });

  it.each([
    ['data that is not shown', { type: 'redacted_thinking', data: 'x'.repeat(1000) }],
    ['fields beside a text', { type: 'text', text: 'a', citations: ['x'.repeat(1000)] }],
    ['tool inputs', { type: 'tool_use', id: 't', name: 'Look', input: { text: 'x'.repeat(1000) } }],
  ])('ends at its length, also in %s (F17)', async (_, block) => {
    const endless: ModelProvider = {
      name: 'test',
      async *stream(_request, { signal }) {
        yield { type: 'start', id: 'm', model: 'm' };
        for (let sent = 0; sent < 1000; sent++) {
          yield { type: 'block', block: block as never };
          if (signal.aborted) throw new Error('aborted');
        }
        yield { type: 'end', stopReason: 'end_turn', usage: undefined };
      },
    };
    const { result } = await runAgent({ model: endless, customTools: [look], limits: { answerChars: 50_000 } });
    expect(result).toMatchObject({ error: { code: 'ANSWER_TOO_LONG' } });
  });

  it('ends at its time, even if only signs of life arrive', async () => {
    const { result } = await runAgent({ model: streaming(''), limits: { answerTime: 0.05 } });
    expect(result).toMatchObject({ outcome: 'error_during_execution', error: { code: 'ANSWER_TOO_SLOW' } });
  });

  it('ends at its time when the provider waits', async () => {
    const waiting: ModelProvider = {
      name: 'test',
      // biome-ignore lint/correctness/useYield: it only waits
      async *stream(_, { signal }) {
        await aborted(signal);
        throw signal.reason;
      },
    };
    const { result } = await runAgent({ model: waiting, limits: { answerTime: 0.05 } });
    expect(result).toMatchObject({ error: { code: 'ANSWER_TOO_SLOW' } });
  });
});

describe('usage that a provider does not report, or that is impossible (F5, F16)', () => {
  const models = { m: { provider: 'test', id: 'm', price: { input: 1000, output: 1000 } } };
  const asked = async (usage: unknown, limits = {}) => {
    const folder = tempFolder();
    const plan = planFor(folder, { models });
    const step = { text: 'Hello.', usage: usage as never };
    return (await runAgent({ plan, workspace: folder, modelId: 'm', limits, model: unreported(step.usage) })).result;
  };
  const unreported = (usage: never): ModelProvider => ({
    name: 'test',
    async *stream() {
      yield { type: 'start', id: 'm', model: 'm' };
      yield { type: 'text', text: 'Hello.' };
      yield { type: 'block', block: { type: 'text', text: 'Hello.' } };
      yield { type: 'end', stopReason: 'end_turn', usage };
    },
  });

  it.each([
    ['missing', undefined],
    ['nothing', { input_tokens: 0, output_tokens: 0 }],
    ['an answer of no tokens', { input_tokens: 9, output_tokens: 0 }],
    ['negative', { input_tokens: -15_000_000_000, output_tokens: 3 }],
    ['a negative cache', { input_tokens: 15, output_tokens: 3, cache_read_input_tokens: -9_000_000 }],
    ['texts', { input_tokens: '10', output_tokens: '5' }],
  ])('makes the cost unknown if it is %s, and is never added to a sum', async (_, usage) => {
    const result = await asked(usage);
    expect(result).toMatchObject({ outcome: 'success', costUsd: null });
    expect(Object.values(result.usage).every((value) => value === 0)).toBe(true);
  });

  it('uses up a limit in money: the answer is kept, and nothing more is asked', async () => {
    expect(await asked(undefined, { usd: 5 })).toMatchObject({
      outcome: 'error_limit',
      text: 'Hello.',
      error: { code: 'LIMIT_UNKNOWN' },
    });
  });
});

describe('whatever a model answers', () => {
  const odd = fc.oneof(
    fc.constant(''),
    fc.constant(' \n'),
    fc.string({ maxLength: 12 }),
    fc.constantFrom('t1', 't2', 'Look', 'a b'),
  );
  const input = fc.oneof(fc.constant({}), fc.constant(null), fc.constant([1]), fc.constant(7), fc.jsonValue({ maxDepth: 3 }));
  const block = fc.oneof(
    odd.map((text) => ({ type: 'text' as const, text })),
    fc.record({ type: fc.constant('tool_use' as const), id: odd, name: odd, input }),
  );
  const stop = fc.constantFrom('end_turn', 'tool_use', 'max_tokens', 'stop_sequence', 'refusal', 'a_new_one');
  const answer = fc.record({ blocks: fc.array(block, { maxLength: 4 }), stop });

  it('leaves each later request, and each resumed session, acceptable to the API', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 4 }), async (steps) => {
        const scripted = model((_, index) => steps[index] ?? { text: 'The end.' });
        const { result, workspace } = await runAgent({ model: scripted, customTools: [look], limits: { turns: 8 } });
        const resumed = model([{ text: 'Once more.' }]);
        await runAgent({ model: resumed, workspace, prompt: 'Again.', run: { resume: result.sessionId } });
        for (const { messages } of [...scripted.requests, ...resumed.requests]) expect(validateMessages(messages)).toEqual([]);
      }),
      { numRuns: 150, seed: 20261122 },
    );
  });
});
