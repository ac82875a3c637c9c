import { describe, expect, it } from 'vitest';
import { gate, settleMicrotasks } from '../call/environment.test-kit.js';
import { makeRound, type Pre, says } from './round.test-kit.js';
import { runHooks } from './run.js';

describe('a hook that fails', () => {
  const failing = (more: Partial<Pre>): Pre => ({
    name: 'bad',
    run: () => {
      throw new Error('boom');
    },
    ...more,
  });

  it.each([
    [{}, 'deny'],
    [{ phase: 'transform' }, 'deny'],
    [{ phase: 'observe' }, undefined],
    [{ phase: 'observe', onFailure: 'block' }, 'deny'],
    [{ onFailure: 'continue' }, undefined],
  ] as const)('%j: %s (HOOK-23)', async (more, behavior) => {
    const { pre, ran } = makeRound({ PreToolUse: failing(more) });
    expect((await pre()).verdict?.behavior).toBe(behavior);
    expect(ran).toMatchObject([
      { type: 'hook', event: 'PreToolUse', name: 'bad', toolUseId: 't1', outcome: 'failed', problem: 'boom' },
    ]);
  });

  it.each([
    { hookSpecificOutput: { additionalContext: { text: 'x' } } },
    { systemMessage: 5 },
    { hookSpecificOutput: 'deny' },
    { decision: 'reject' },
    { hookSpecificOutput: { permissionDecision: 'later' } },
    { hookSpecificOutput: { action: 'maybe' } },
    { hookSpecificOutput: { action: 'accept', content: 'x' } },
    { continue: 'false' },
    { continue: 0 },
    [],
    5,
  ])('an answer of no known shape is a failure, not silence: %j', async (answer) => {
    expect((await makeRound({ PreToolUse: () => answer as never }).pre()).verdict?.behavior).toBe('deny');
  });

  it.each([undefined, null, {}, { decision: null }, { suppressOutput: true }, { continue: true }])(
    'treats %j as no opinion (HOOK-08)',
    async (answer) => {
      const { pre, ran } = makeRound({ PreToolUse: () => answer as never });
      expect((await pre()).verdict).toBeUndefined();
      expect(ran).toMatchObject([{ outcome: 'no opinion' }]);
    },
  );

  it('accepts defer from PreToolUse only, since no other event has a call to defer (HOOK-07)', async () => {
    const { env } = makeRound({ UserPromptSubmit: () => JSON.parse(JSON.stringify(says('defer'))) });
    const round = await runHooks('UserPromptSubmit', { prompt: 'x' }, env);
    expect(round.verdict).toMatchObject({ behavior: 'deny', reason: expect.stringContaining('no call to put off') });
  });

  it('does not treat a reported problem as a failure', async () => {
    const hook: Pre['run'] = (_, __, context) => context.report('exit code 1');
    const { pre, ran } = makeRound({ PreToolUse: hook });
    expect((await pre()).verdict).toBeUndefined();
    expect(ran).toMatchObject([{ problem: 'exit code 1' }]);
  });
});

describe('time', () => {
  it('aborts and abandons a hook that exceeds its time', async () => {
    let stopped = false;
    const slow: Pre = {
      name: 'slow',
      timeoutSeconds: 2,
      run: (_, __, context) => {
        context.signal.addEventListener('abort', () => {
          stopped = true;
        });
        return new Promise(() => {});
      },
    };
    const { pre, clock, ran } = makeRound({ PreToolUse: slow });
    const round = pre();
    await clock.advance(2_000);
    expect((await round).verdict?.reason).toBe('The PreToolUse hook slow failed: it did not answer within 2 s.');
    expect([stopped, clock.pending]).toEqual([true, 0]);
    expect(ran).toMatchObject([{ durationMs: 2_000 }]);
  });

  it('ignores the answer of a hook after its time', async () => {
    const late = gate();
    const { pre, clock } = makeRound({
      PreToolUse: [{ name: 'late', onFailure: 'continue', run: () => late.opened.then(() => says('allow')) }],
    });
    const round = pre();
    await clock.advance(60_000);
    late.open();
    expect((await round).verdict).toBeUndefined();
  });

  it('passes an interrupt to the running hook, and starts no other', async () => {
    const seen: string[] = [];
    const waits: Pre = {
      name: 'waits',
      run: (_, __, context) => new Promise((resolve) => context.signal.addEventListener('abort', () => resolve(undefined))),
    };
    const { pre, abort } = makeRound({ PreToolUse: [waits, () => void seen.push('second')] });
    const round = pre();
    await settleMicrotasks();
    abort.abort();
    await round;
    expect(seen).toEqual([]);
  });
});
