import { describe, expect, it } from 'vitest';
import {
  gate,
  makeWorld,
  never,
  preToolUse,
  recorder,
  settleMicrotasks,
  thrower,
  type WorldOptions,
} from '../environment.test-kit.js';

describe('abort is prompt (LAW-08)', () => {
  it('aborts the tool’s signal at once', async () => {
    let signal: AbortSignal | undefined;
    const { tool } = recorder({
      name: 'Wait',
      call: ((_: unknown, context: { signal: AbortSignal }) => {
        signal = context.signal;
        return new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(new Error('stopped'))));
      }) as never,
    });
    const world = makeWorld({ tools: [tool], allow: ['Wait'] });
    const settled = world.call('Wait');
    await settleMicrotasks();
    world.interrupt();
    expect(signal?.aborted).toBe(true);
    expect(await settled).toMatchObject({ outcome: 'interrupted', code: 'TOOL_INTERRUPTED' });
  });

  it('lets a tool that blocks interrupts finish first (ORCH-08)', async () => {
    const ended = gate();
    const { tool } = recorder({
      name: 'Save',
      interruptBehavior: 'block',
      call: (() => ended.opened.then(() => 'saved')) as never,
    });
    const world = makeWorld({ tools: [tool], allow: ['Save'] });
    const settled = world.call('Save');
    await settleMicrotasks();
    world.interrupt();
    await world.clock.advance(60_000);
    ended.open();
    expect(await settled).toMatchObject({ outcome: 'done', result: { content: 'saved' } });
  });

  it.each([
    ['an interrupt keeps the output that the tool still gives', false, { outcome: 'done', result: { content: 'half of it' } }],
    ['after a timeout the result is the timeout', true, { outcome: 'failed', code: 'TOOL_TIMED_OUT' }],
  ])('%s', async (_, byTimeout, expected) => {
    const call = (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve('half of it')));
    const { tool } = recorder({ name: 'Wait', timeoutMs: 1_000, call: call as never });
    const world = makeWorld({ tools: [tool], allow: ['Wait'] });
    const settled = world.call('Wait');
    await settleMicrotasks();
    if (!byTimeout) world.interrupt();
    await world.clock.advance(1_000);
    expect(await settled).toMatchObject(expected);
  });

  it.each([
    ['a timeout stays a timeout when an interrupt follows', 1_000, 'TOOL_TIMED_OUT'],
    ['an interrupt stays an interrupt when the time runs out', 0, 'TOOL_INTERRUPTED'],
  ])('%s', async (_, interruptAt, code) => {
    const { tool } = recorder({ name: 'Stuck', timeoutMs: 1_000, call: never as never });
    const world = makeWorld({ tools: [tool], allow: ['Stuck'] });
    const settled = world.call('Stuck');
    await world.clock.advance(interruptAt);
    world.interrupt();
    await world.clock.advance(7_000);
    expect(await settled).toMatchObject({ code, durationMs: interruptAt + 5_000 });
  });

  it.each([
    ['an asker', { env: { asker: () => never as never } }],
    ['a validateInput', { tools: [recorder({ name: 'Note', validateInput: never }).tool] }],
    ['an access', { tools: [recorder({ name: 'Note', access: never as never }).tool] }],
  ] satisfies [string, WorldOptions][])('%s that never answers holds nothing up', async (_, options) => {
    const world = makeWorld({ tools: [recorder({ name: 'Note' }).tool], ...options });
    const settled = world.call('Note');
    await settleMicrotasks();
    world.interrupt();
    expect(await settled).toMatchObject({ outcome: 'interrupted', code: 'TOOL_NOT_RUN' });
  });

  it('gives a guard that ignores the signal the same grace period as a tool', async () => {
    const world = makeWorld({ tools: [recorder({ name: 'Note' }).tool], hooks: preToolUse(never as never) });
    const settled = world.call('Note');
    await settleMicrotasks();
    world.interrupt();
    await world.clock.advance(5_000);
    expect(await settled).toMatchObject({ outcome: 'interrupted', code: 'TOOL_NOT_RUN' });
  });

  it('lets a hook record the interrupt that it receives', async () => {
    const log: boolean[] = [];
    const { tool } = recorder({ name: 'Wait', call: never as never });
    const hooks = {
      PostToolUseFailure: async (input: { is_interrupt: boolean }, _: unknown, context: { signal: AbortSignal }) => {
        await settleMicrotasks();
        if (!context.signal.aborted) log.push(input.is_interrupt);
      },
    };
    const world = makeWorld({ tools: [tool], allow: ['Wait'], hooks });
    const settled = world.call('Wait');
    await settleMicrotasks();
    world.interrupt();
    await world.clock.advance(5_000);
    await settled;
    expect(log).toEqual([true]);
  });

  it('leaves no listener and no timer behind', async () => {
    const hooks = { PreToolUse: () => {}, PostToolUse: () => {}, PostToolUseFailure: () => {} };
    const failing = recorder({ name: 'Fail', timeoutMs: 9_000, call: thrower('x') as never }).tool;
    const tools = [recorder({ name: 'Note', timeoutMs: 9_000 }).tool, failing];
    const world = makeWorld({ tools, allow: ['Note'], hooks, env: { asker: () => () => ({ behavior: 'allow' as const }) } });
    for (let index = 0; index < 20; index++) {
      await world.call('Note');
      await world.call('Fail');
      await world.call('Unknown');
    }
    expect([world.abort.listeners, world.clock.pending]).toEqual([0, 0]);
  });
});
