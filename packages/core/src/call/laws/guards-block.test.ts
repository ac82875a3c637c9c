import { describe, expect, it } from 'vitest';
import { answer, makeWorld, never, preToolUse, recorder, textOf, thrower } from '../environment.test-kit.js';

describe('a guard that fails, crashes or times out blocks (LAW-04)', () => {
  it.each([
    ['throws', thrower(new Error('no script'))],
    ['throws undefined', thrower(undefined)],
    ['answers a value that is no object', () => 'deny' as never],
    ['answers an unknown decision', () => ({ decision: 'deny' }) as never],
    ['answers an unknown permissionDecision', () => ({ hookSpecificOutput: { permissionDecision: 'no' } }) as never],
  ])('a PreToolUse hook that %s', async (_, run) => {
    const { tool, calls } = recorder({ name: 'Note' });
    const settled = await makeWorld({ tools: [tool], allow: ['Note'], hooks: preToolUse(run) }).call('Note');
    expect([settled.outcome, calls]).toEqual(['denied', []]);
    expect(textOf(settled)).toMatch(/^Note is blocked by the hook guard: The PreToolUse hook guard failed: /);
    expect(textOf(settled)).toContain('Tell a person to repair it');
    expect(textOf(settled)).not.toContain('in a way that the hook accepts');
  });

  it('blocks when a PreToolUse hook does not answer in time (HOOK-18)', async () => {
    const { tool, calls } = recorder({ name: 'Note' });
    const hooks = preToolUse(never as never, { timeoutSeconds: 7 });
    const world = makeWorld({ tools: [tool], allow: ['Note'], hooks });
    const settled = world.call('Note');
    await world.clock.advance(7_000);
    expect(textOf(await settled)).toContain('did not answer within 7 s');
    expect(calls).toEqual([]);
  });

  it('reports the failure of an observing hook without blocking', async () => {
    const { tool } = recorder({ name: 'Note' });
    const hooks = preToolUse(thrower(new Error('log full')), { phase: 'observe' });
    const world = makeWorld({ tools: [tool], allow: ['Note'], hooks });
    expect((await world.call('Note')).outcome).toBe('done');
    expect(world.events).toContainEqual(expect.objectContaining({ type: 'hook', outcome: 'failed', problem: 'log full' }));
  });

  it('withholds the result when a transform of results fails', async () => {
    const { tool } = recorder({ name: 'Note', call: () => 'the secret' });
    const hooks = { PostToolUse: { name: 'redact', phase: 'transform' as const, run: thrower(new Error('bad pattern')) } };
    const settled = await makeWorld({ tools: [tool], allow: ['Note'], hooks }).call('Note');
    expect(textOf(settled)).not.toContain('the secret');
    expect(textOf(settled)).toContain('The PostToolUse hook redact failed: bad pattern');
  });

  it('does not run a call that a hook denies, and gives the model the reason (HOOK-09)', async () => {
    const { tool, calls } = recorder({ name: 'Note' });
    const settled = await makeWorld({ tools: [tool], allow: ['Note'], hooks: preToolUse(() => answer('deny')) }).call('Note');
    expect([settled.outcome, settled.result.isError, calls]).toEqual(['denied', true, []]);
    expect(textOf(settled)).toContain('the guard says deny');
    expect(textOf(settled)).toContain('Call it in a way that the hook accepts.');
  });

  it('does not run the call when a hook ends the run (HOOK-07)', async () => {
    const { tool, calls } = recorder({ name: 'Note' });
    const hooks = preToolUse(() => ({ continue: false, stopReason: 'enough for today' }));
    const settled = await makeWorld({ tools: [tool], allow: ['Note'], hooks }).call('Note');
    expect(settled).toMatchObject({ outcome: 'interrupted', stop: 'enough for today', code: 'TOOL_NOT_RUN' });
    expect(calls).toEqual([]);
  });
});
