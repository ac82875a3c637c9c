import type { AgentEvent, RunResult } from '@loadout/runner';
import { describe, expect, it } from 'vitest';
import { WholeRuns } from './whole-runs.js';

const part = (outcome: RunResult['outcome'], costUsd: number | null, call: RunResult['calls'][number]['outcome']): AgentEvent => {
  const usage = { input_tokens: 100, output_tokens: 10, output_tokens_details: { thinking_tokens: 2 } };
  return {
    type: 'result',
    result: {
      outcome,
      sessionId: 's',
      text: outcome,
      turns: 1,
      toolCalls: 1,
      calls: [{ id: 'a', name: 'Bash', outcome: call, durationMs: 1, inputChars: 2, resultChars: 3 }],
      denials: [{ tool_name: outcome, tool_use_id: 'b', tool_input: {}, reason: 'No.' }],
      spilled: 0,
      usage,
      costUsd,
      models: { [outcome]: { usage, costUsd } },
      durationMs: 5,
      modelMs: 4,
    },
  };
};

const joinedOf = (events: readonly AgentEvent[]): readonly RunResult[] => {
  const runs = new WholeRuns();
  return events.map((event) => runs.next(event)).flatMap((event) => (event?.type === 'result' ? [event.result] : []));
};

describe('a run that waited for answers', () => {
  it('has one end, which counts the work of all its parts', () => {
    const ends = joinedOf([part('deferred', 0.1, 'deferred'), part('deferred', 0.2, 'deferred'), part('success', 0.4, 'done')]);
    expect(ends).toMatchObject([
      {
        outcome: 'success',
        text: 'success',
        turns: 3,
        toolCalls: 3,
        calls: [{ outcome: 'done' }],
        usage: { input_tokens: 300, output_tokens: 30, output_tokens_details: { thinking_tokens: 6 } },
        models: { deferred: { usage: { input_tokens: 200 } }, success: { usage: { input_tokens: 100 } } },
        durationMs: 15,
      },
    ]);
    expect(ends[0]?.costUsd).toBeCloseTo(0.7);
    expect(ends[0]?.denials).toHaveLength(3);
  });

  it('has an unknown cost if one part has', () => {
    expect(joinedOf([part('deferred', null, 'deferred'), part('success', 0.4, 'done')])[0]?.costUsd).toBeNull();
    expect(joinedOf([part('deferred', 0.4, 'deferred'), part('success', null, 'done')])[0]?.costUsd).toBeNull();
  });

  it('leaves the next run alone', () => {
    const ends = joinedOf([part('deferred', 0.1, 'deferred'), part('success', 0.4, 'done'), part('success', 0.4, 'done')]);
    expect(ends.map(({ turns }) => turns)).toEqual([2, 1]);
  });
});
