import { defineTool, SmallModel } from '@loadout/core';
import { textOf } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { FULL, look } from '../../packages/runner/src/compact/compact.test-kit.js';
import { agent, cast, reader, runAgent, type Step, start, team } from './agents.test-kit.js';

describe('the result of a run', () => {
  const used = (input_tokens: number, output_tokens = 1) => ({ input_tokens, output_tokens });
  const price = { input: 1_000_000, output: 10_000_000 };

  it('is broken down by model: turns, summaries, the small model and agents under it, to the token (COST-01, TRACE-03)', async () => {
    const asking = defineTool({
      name: 'Ask',
      description: 'Asks.',
      inputSchema: { type: 'object' },
      call: (_, context) => context.get(SmallModel).ask({ prompt: 'What?', signal: context.signal }),
    });
    const isSummary = (text: string) => text.includes('Write a summary');
    const turns: Step[] = [
      { text: 'a', calls: [{ name: 'Ask' }, { name: 'Look', input: { n: 0 } }], usage: used(1) },
      { text: 'b', calls: [start({ subagent_type: 'helper', model: 'other' })], usage: used(2) },
      { text: 'c', calls: [{ name: 'Look', input: { n: 1 } }], usage: FULL },
      { text: 'done', usage: used(4, 1) },
    ];
    const scripted = cast(
      {
        lead: () => turns.shift() ?? { fail: 'MODEL_TEST_ENDED' },
        summary: () => ({ text: 'The sum.', usage: used(100) }),
        helper: () => ({ text: 'helped', usage: used(1000) }),
        small: () => ({ text: 'short', usage: used(10_000, 1) }),
      },
      (request) => {
        if (request.model === 'tiny') return 'small';
        if (isSummary(textOf(request.messages.at(-1) ?? { content: [] }))) return 'summary';
        return request.system[0]?.text.includes('helper') === true ? 'helper' : 'lead';
      },
    );
    const { result } = await runAgent({
      ...team(
        {},
        {
          others: [agent('helper')],
          smallModel: 'tiny',
          models: {
            m: { provider: 'test', id: 'm-1', price, contextWindow: 100_000 },
            other: { provider: 'test', id: 'other-1', price },
            tiny: { provider: 'test', id: 'tiny' },
          },
        },
      ),
      model: scripted,
      customTools: [asking, look(45_000)],
    });
    expect(result).toMatchObject({ outcome: 'success', text: 'done', turns: 4, costUsd: null });
    expect(result.models).toMatchObject({
      'm-1': { usage: { input_tokens: 1 + 2 + 1000 + 100 + 4, output_tokens: 4004, cache_read_input_tokens: 60_000 } },
      'other-1': { usage: used(1000), costUsd: 1010 },
      tiny: { usage: used(10_000, 1), costUsd: null },
    });
    expect(result.models['m-1']?.costUsd).toBeCloseTo(1107 + 40_040 + 60_000 * 0.1 + 1000 * 1.25);
    expect(result.usage.input_tokens).toBe(1107 + 1000 + 10_000);
    expect(result.calls.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['Ask', 'done'],
      ['Look', 'done'],
      ['Agent', 'done'],
      ['Look', 'done'],
    ]);
  });

  it('names each call with its outcome, duration and size, and keeps no content (TRACE-03)', async () => {
    const { result } = await runAgent({
      ...team(),
      model: cast({
        lead: [
          {
            calls: [
              { name: 'Large', id: 'c1' },
              { name: 'Nowhere', id: 'c2' },
            ],
          },
          { text: 'done' },
        ],
      }),
      customTools: [reader('Large', () => 'x'.repeat(20_000))],
    });
    expect([...result.calls].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: 'c1', name: 'Large', outcome: 'done', durationMs: expect.any(Number), inputChars: 2, resultChars: 20_000 },
      { id: 'c2', name: 'Nowhere', outcome: 'refused', durationMs: 0, inputChars: 2, resultChars: expect.any(Number) },
    ]);
    expect(JSON.stringify(result).length).toBeLessThan(2_000);
  });
});
