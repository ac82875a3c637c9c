import { describe, expect, it } from 'vitest';
import { type ScriptedRun, scriptedRun } from './scripted-run.js';
import { MESSAGES, OTHERS } from './wire-cases.js';

describe('a run of twelve turns', () => {
  let first: Promise<ScriptedRun> | undefined;
  const overMessages = () => (first ??= scriptedRun(MESSAGES));

  it('does over the Messages API what its script says', async () => {
    const { journal: _, trace, ...run } = await overMessages();
    expect(run).toEqual({
      outcome: 'success',
      output: { words: 2 },
      turns: 12,
      compactions: 1,
      spilled: 1,
      invalid: [],
      requests: 13,
    });
    const outcomes = trace.map((call) => (call as { outcome?: string }).outcome);
    expect(outcomes.toSorted()).toEqual(['denied', ...Array(11).fill('done'), 'failed', ...Array(3).fill('refused')]);
  });

  it.each(OTHERS)('has the same calls, results and journal over $wire.name', async (one) => {
    const { sendsObjects } = one;
    const expected = await (sendsObjects ? scriptedRun({ ...MESSAGES, sendsObjects }) : overMessages());
    const seen = await scriptedRun(one);
    expect(seen.invalid).toEqual([]);
    expect(seen.trace).toEqual(expected.trace);
    expect(seen.journal).toEqual(expected.journal);
    expect(seen).toEqual(expected);
  });
});
