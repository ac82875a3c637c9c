import { describe, expect, it, vi } from 'vitest';
import type { AnyTool } from '../../contract/tool.js';
import {
  answer,
  gate,
  makeWorld,
  never,
  preToolUse,
  recorder,
  settleMicrotasks,
  textOf,
  thrower,
  type WorldOptions,
} from '../environment.test-kit.js';

describe('exactly one tool result per tool use, always (LAW-01, PIPE-13)', () => {
  const plain = recorder({ name: 'Note' }).tool;
  const run = (call: () => unknown, more: object = {}) => recorder({ name: 'Note', call: call as () => string, ...more }).tool;
  const cases: [string, WorldOptions, { name?: string; malformed?: string; input?: unknown }, string, RegExp][] = [
    ['after success', { tools: [plain], allow: ['Note'] }, {}, 'done', /^done$/],
    ['after a denial by rule', { tools: [plain], deny: ['Note'] }, {}, 'denied', /denied by the rule Note/],
    [
      'after a denial by hook',
      { tools: [plain], allow: ['Note'], hooks: preToolUse(() => answer('deny')) },
      {},
      'denied',
      /says deny/,
    ],
    ['of an unknown tool (PIPE-02)', { tools: [plain] }, { name: 'Noet' }, 'refused', /Did you mean "Note"\? Call one of: Note/],
    [
      'of malformed JSON (LOOP-03)',
      { tools: [plain], allow: ['Note'] },
      { malformed: '{"text":"ls' },
      'refused',
      /Received: \{"text":"ls/,
    ],
    [
      'of input that does not fit (PIPE-03)',
      { tools: [plain], allow: ['Note'] },
      { input: { text: [1] } },
      'refused',
      /^Invalid arguments for tool Note: text: must be string/,
    ],
    ['of input that is no object', { tools: [plain], allow: ['Note'] }, { input: 'x' }, 'refused', /the input: must be object/],
    [
      'of a tool that throws an Error',
      { tools: [run(thrower(new Error('no disk')))], allow: ['Note'] },
      {},
      'failed',
      /^no disk$/,
    ],
    [
      'of a tool that throws a string (PIPE-09)',
      { tools: [run(thrower('plain words'))], allow: ['Note'] },
      {},
      'failed',
      /^plain words$/,
    ],
    [
      'of a tool that throws undefined',
      { tools: [run(thrower(undefined))], allow: ['Note'] },
      {},
      'failed',
      /^The tool Note failed without a message/,
    ],
    [
      'of a tool that throws what cannot be shown',
      { tools: [run(thrower(Object.create(null)))], allow: ['Note'] },
      {},
      'failed',
      /cannot be shown/,
    ],
    [
      'of a tool that rejects',
      { tools: [run(async () => Promise.reject(new TypeError('bad')))], allow: ['Note'] },
      {},
      'failed',
      /^bad$/,
    ],
    [
      'of a tool that gives back a number',
      { tools: [run(() => 7)], allow: ['Note'] },
      {},
      'failed',
      /neither a text nor an object with content/,
    ],
    [
      'of a tool that gives back a content block of an unknown type',
      { tools: [run(() => ({ content: [{ type: 'video' }] }))], allow: ['Note'] },
      {},
      'failed',
      /holds a content block that is not text, image, resource or resource_link: {"type":"video"}/,
    ],
    [
      'of a tool whose validateInput throws',
      { tools: [run(() => '', { validateInput: thrower(new Error('odd')) })], allow: ['Note'] },
      {},
      'refused',
      /^odd$/,
    ],
    [
      'of a tool whose mapResult throws',
      { tools: [run(() => '', { mapResult: thrower(new Error('odd map')) })], allow: ['Note'] },
      {},
      'failed',
      /^odd map$/,
    ],
    [
      'of a schema that throws',
      { tools: [{ ...plain, inputSchema: { json: {}, parse: thrower(new Error('odd schema')) } } as AnyTool] },
      {},
      'refused',
      /^odd schema$/,
    ],
  ];
  for (const [when, options, { name = 'Note', ...request }, outcome, text] of cases) {
    it(`holds ${when}`, async () => {
      const world = makeWorld(options);
      const settled = await world.call(name, request.input ?? {}, request.malformed ? { malformed: request.malformed } : {});
      expect([settled.outcome, settled.fault]).toEqual([outcome, undefined]);
      expect(textOf(settled)).toMatch(text);
      expect(settled.block).toMatchObject({ type: 'tool_result', tool_use_id: 't1' });
      expect(settled.result.isError).toBe(outcome !== 'done');
      expect(world.events.filter((event) => event.type === 'tool_result')).toHaveLength(1);
      expect(world.events.filter((event) => event.type === 'tool_call')).toHaveLength(1);
    });
  }

  it('holds when the tool never settles and ignores its timeout (PIPE-10)', async () => {
    const { tool } = recorder({ name: 'Stuck', timeoutMs: 1_000, call: never as never });
    const world = makeWorld({ tools: [tool], allow: ['Stuck'] });
    const settled = world.call('Stuck');
    await world.clock.advance(1_000 + 5_000);
    expect(await settled).toMatchObject({ outcome: 'failed', code: 'TOOL_TIMED_OUT', durationMs: 6_000 });
  });

  it('holds when the tool never settles and ignores an interrupt', async () => {
    const world = makeWorld({ tools: [recorder({ name: 'Stuck', call: never as never }).tool], allow: ['Stuck'] });
    const settled = world.call('Stuck');
    await settleMicrotasks();
    world.interrupt();
    await world.clock.advance(5_000);
    expect(await settled).toMatchObject({ outcome: 'interrupted', code: 'TOOL_INTERRUPTED', durationMs: 5_000 });
  });

  it('holds, and the tool does not run, when the interrupt came before', async () => {
    const { tool, calls } = recorder({ name: 'Note' });
    const started = vi.fn();
    const world = makeWorld({ tools: [tool], allow: ['Note'], env: { journal: { started } } });
    world.interrupt();
    expect(await world.call('Note')).toMatchObject({ outcome: 'interrupted', code: 'TOOL_NOT_RUN' });
    expect([calls, started.mock.calls]).toEqual([[], []]);
  });

  it('holds, and the tool does not run, when the interrupt comes while the call waits for its turn', async () => {
    const { tool, calls } = recorder({ name: 'Note' });
    const world = makeWorld({ tools: [tool], allow: ['Note'], env: { turn: () => new Promise(() => {}) } });
    const settled = world.call('Note');
    await settleMicrotasks();
    world.interrupt();
    expect(await settled).toMatchObject({ outcome: 'interrupted', code: 'TOOL_NOT_RUN' });
    expect(calls).toEqual([]);
  });

  it('holds, and the tool does not run, when the interrupt comes while the journal writes', async () => {
    const { tool, calls } = recorder({ name: 'Note' });
    const written = gate();
    const world = makeWorld({ tools: [tool], allow: ['Note'], env: { journal: { started: () => written.opened } } });
    const settled = world.call('Note');
    await settleMicrotasks();
    world.interrupt();
    written.open();
    expect(await settled).toMatchObject({ outcome: 'interrupted', code: 'TOOL_NOT_RUN' });
    expect(calls).toEqual([]);
  });

  it('holds when the parts around the tool fail, and reports that as a fault, not as the tool’s failure (LAW-05)', async () => {
    const world = makeWorld({ tools: [plain], allow: ['Note'], env: { permissions: thrower(new Error('our bug')) } });
    const settled = await world.call('Note');
    expect(settled).toMatchObject({ outcome: 'refused', code: 'CALL_BROKEN', fault: new Error('our bug') });
    expect(textOf(settled)).toContain('through no fault of the tool: our bug');
  });

  it('holds when mapResult answers for another call (DEF-11)', async () => {
    const { tool } = recorder({ name: 'Note', mapResult: () => ({ tool_use_id: 'other', content: 'mapped' }) });
    const { block } = await makeWorld({ tools: [tool], allow: ['Note'] }).call('Note');
    expect(block).toEqual({ type: 'tool_result', tool_use_id: 't1', content: 'mapped' });
  });
});
