import { type AnyTool, defineTool } from '@loadout/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../packages/runner/src/report/events.js';
import { agent, cast, rule, runAgent, type Step, start, team } from './agents.test-kit.js';

type Call = NonNullable<Step['calls']>[number];

/** Each event with its agent, and the parts of it that are open at that time. */
function pairs(events: readonly AgentEvent[]) {
  const open = new Set<string>();
  const wrong: string[] = [];
  const begin = (key: string) => (open.has(key) ? wrong.push(`${key} began twice`) : open.add(key));
  const end = (key: string) => (open.delete(key) ? undefined : wrong.push(`${key} ended without a beginning`));
  for (const told of events) {
    const [path, event] = told.type === 'subagent' ? [told.path.join('/'), told.event] : ['main', told];
    if (event.type === 'init') begin(path);
    if (event.type === 'request') begin(`${path} request ${event.id}`);
    if (event.type === 'response') end(`${path} request ${event.id}`);
    if (event.type === 'tool_call') begin(`${path} call ${event.id}`);
    if (event.type === 'tool_start' && !open.has(`${path} call ${event.id}`)) wrong.push(`${event.id} ran without a call`);
    if (event.type === 'tool_result') end(`${path} call ${event.id}`);
    if (event.type !== 'result') continue;
    end(path);
    wrong.push(...[...open].filter((key) => key.startsWith(`${path} `)).map((key) => `${key} is open when its agent has ended`));
  }
  return { wrong, open: [...open] };
}

/** Every outcome of a call, by the call that has it. */
const CALLS: Readonly<Record<string, Call>> = {
  done: { name: 'Look' },
  unknown: { name: 'Nowhere' },
  denied: { name: 'Denied' },
  'nobody to ask': { name: 'Asked' },
  'blocked by a hook': { name: 'Blocked' },
  failed: { name: 'Fails' },
  'input that does not fit': { name: 'Look', input: { n: {} } },
  'input that is not JSON': { name: 'Look', malformed: '{"n": ' },
  interrupted: { name: 'Stops' },
  'an agent': start({ subagent_type: 'helper' }),
  'an agent that is not there': start({ subagent_type: 'nobody' }),
};
const ENDS: readonly Partial<Step>[] = [
  {},
  { stop: 'refusal' },
  { fail: 'MODEL_STREAM_CUT' },
  { fail: 'MODEL_REQUEST' },
  { stop: 'max_tokens' },
];

const tool = (name: string, call: (signal: AbortSignal) => string): AnyTool =>
  defineTool({ name, description: name, inputSchema: { type: 'object' }, call: (_, context) => call(context.signal) });

async function play(scripts: { readonly lead: readonly Step[]; readonly helper: readonly Step[] }) {
  let stop = () => {};
  const failing = () => {
    throw new Error('It fails.');
  };
  const input = { type: 'object', properties: { n: { type: 'number' } } };
  const customTools = [
    defineTool({ name: 'Look', description: 'Looks.', inputSchema: input, isConcurrencySafe: true, call: () => 'seen' }),
    ...['Denied', 'Asked', 'Blocked'].map((name) => tool(name, () => 'never')),
    tool('Fails', failing),
    tool('Stops', () => {
      stop();
      return 'stopped';
    }),
  ];
  const blocks = { name: 'guard', matcher: 'Blocked', run: () => ({ decision: 'block' as const, reason: 'No.' }) };
  return runAgent({
    ...team({ rules: [rule('deny', 'Denied(*)'), rule('ask', 'Asked')] }, { others: [agent('helper')] }),
    hooks: { PreToolUse: [blocks] },
    model: cast({
      lead: (_, turn) => scripts.lead[turn] ?? { text: 'done' },
      helper: (_, turn) => scripts.helper[turn] ?? { text: 'ok' },
    }),
    customTools,
    during: (run) => {
      stop = () => run.interrupt();
    },
  });
}

const call = fc.constantFrom(...Object.values(CALLS));
const step = fc
  .record({ calls: fc.array(call, { maxLength: 4 }), end: fc.constantFrom(...ENDS) })
  .map(({ calls, end }): Step => ({ ...(calls.length === 0 ? { text: 'said' } : { calls }), ...end }));
const steps = fc.array(step, { maxLength: 3 });

describe('every part of a run that has begun', () => {
  it('has ended exactly once when its agent has ended, in every way and at every depth (EVT-04, BUG-40)', async () => {
    const property = fc.asyncProperty(steps, steps, async (lead, helper) => {
      const { events } = await play({ lead, helper });
      expect(pairs(events)).toEqual({ wrong: [], open: [] });
      expect(events.at(-1)?.type).toBe('result');
    });
    await fc.assert(property, { numRuns: 40 });
  });

  it.each(Object.entries(CALLS))('is reported and answered under a subagent too: %s (EVT-04)', async (_, one) => {
    const { events } = await play({ lead: [{ calls: [start({ subagent_type: 'helper' })] }], helper: [{ calls: [one] }] });
    expect(pairs(events)).toEqual({ wrong: [], open: [] });
    const inner = events.flatMap((event) => (event.type === 'subagent' ? [event.event] : []));
    expect(inner.filter((event) => event.type === 'tool_call' || event.type === 'tool_result').map(({ type }) => type)).toEqual([
      'tool_call',
      'tool_result',
    ]);
  });
});

describe('the events of a run (EVT-03)', () => {
  it('tell of sessions, requests, answers with their cost, calls, and agents under it, each with a type of its own', async () => {
    const { events } = await play({
      lead: [{ calls: [{ name: 'Look' }, start({ subagent_type: 'helper' })] }],
      helper: [{ text: 'ok' }],
    });
    const own = events.flatMap((event) => (event.type === 'subagent' ? [] : [event.type]));
    const [first] = events;
    expect(first).toMatchObject({ type: 'init', init: { source: 'startup' } });
    expect(own).toEqual(
      expect.arrayContaining([
        'prompt',
        'request',
        'response',
        'message',
        'tool_call',
        'tool_start',
        'tool_result',
        'reply',
        'turn',
      ]),
    );
    expect(own.filter((type) => type === 'init' || type === 'result')).toEqual(['init', 'result']);
    const inner = events.flatMap((event) => (event.type === 'subagent' ? [event.event] : []));
    expect(inner.map(({ type }) => type)).toEqual(['init', 'prompt', 'request', 'response', 'message', 'turn', 'result']);
    expect(events.find((event) => event.type === 'response')).toEqual({
      type: 'response',
      id: 1,
      purpose: 'turn',
      model: 'm',
      durationMs: expect.any(Number),
      stopReason: 'tool_use',
      usage: { input_tokens: 10, output_tokens: 5 },
      costUsd: 60,
      error: undefined,
    });
  });

  it('say which request failed, and with what', async () => {
    const { events } = await play({ lead: [{ text: 'half', fail: 'MODEL_STREAM_CUT' }], helper: [] });
    const told = events.filter((event) => event.type === 'request' || event.type === 'response');
    expect(told.map((event) => [event.type, event.id, 'error' in event ? event.error : undefined])).toEqual([
      ['request', 1, undefined],
      ['response', 1, 'MODEL_STREAM_CUT'],
      ['request', 2, undefined],
      ['response', 2, undefined],
    ]);
  });
});
