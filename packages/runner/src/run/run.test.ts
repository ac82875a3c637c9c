import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LoadoutError } from '@loadout/core';
import { type ModelEvent, type ToolResultBlock, textOf } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { createAgent } from '../agent/create-agent.js';
import type { Run } from './run.js';
import { aborted, kinds, model, reader, runAgent, tempFolder, writer } from './scripted.test-kit.js';

const results = (content: readonly unknown[] | undefined) => (content ?? []) as readonly ToolResultBlock[];
const lastMessage = (requests: readonly { messages: readonly { content: readonly unknown[] }[] }[], index: number) =>
  results(requests[index]?.messages.at(-1)?.content);

describe('a run', () => {
  it('ends with exactly one result, the last of its events (LOOP-27)', async () => {
    const { events, result } = await runAgent({ model: model([{ text: 'Hello.' }]) });
    expect(kinds(events)).toEqual([
      'init',
      'prompt',
      'request',
      'message_start',
      'text',
      'block',
      'response',
      'message',
      'turn',
      'result',
    ]);
    expect(result).toMatchObject({ outcome: 'success', text: 'Hello.', turns: 1, toolCalls: 0 });
  });

  it('has tools of its own beside those of the agent, and does not start if one takes the name of another', async () => {
    const scripted = model([{ calls: [{ name: 'Ours', input: {} }] }, { text: 'Done.' }, { text: 'Alone.' }]);
    const workspace = tempFolder();
    const customTools = [reader('Look', () => 'something')];
    const agent = await createAgent({
      model: scripted,
      workspace,
      sessionsDir: join(workspace, '.sessions'),
      env: {},
      customTools,
    });
    const called: string[] = [];
    await agent.run('a', { tools: [reader('Ours', () => `${called.push('Ours')}`)] }).result;
    await agent.run('b').result;
    const names = scripted.requests.map(({ tools }) => tools.map(({ name }) => name).filter((name) => /Look|Ours/.test(name)));
    expect([called, names]).toEqual([['Ours'], [['Look', 'Ours'], ['Look', 'Ours'], ['Look']]]);
    expect(() => agent.run('c', { tools: [reader('Look', () => 'else')] })).toThrow(
      expect.objectContaining({ code: 'TOOL_NAME_TAKEN' }),
    );
    await agent.close();
  });

  it('takes blocks as its prompt, and records them (decision 0147)', async () => {
    const blocks = ['One.', 'Two.'].map((text) => ({ type: 'text', text }));
    const scripted = model([{ text: 'Hello.' }]);
    const workspace = tempFolder();
    const sessionsDir = join(workspace, '.sessions');
    const agent = await createAgent({ model: scripted, workspace, sessionsDir, env: {} });
    const run = agent.run(blocks);
    await run.result;
    expect(scripted.requests[0]?.messages[0]?.content).toEqual(expect.arrayContaining(blocks));
    expect(readFileSync(run.transcript, 'utf8')).toContain(JSON.stringify(blocks));
    await agent.close();
  });

  it('sends each result under its id in a user message and continues until the model calls no tool (LOOP-05)', async () => {
    const scripted = model([{ calls: [{ name: 'Look' }] }, { calls: [{ name: 'Look' }] }, { text: 'Seen.' }]);
    const { result } = await runAgent({ model: scripted, customTools: [reader('Look', () => 'something')] });
    expect(result).toMatchObject({ outcome: 'success', text: 'Seen.', turns: 3, toolCalls: 2 });
    expect(lastMessage(scripted.requests, 1)).toEqual([{ type: 'tool_result', tool_use_id: 'call_0_0', content: 'something' }]);
  });

  it('runs ten reads of one message at once and answers them in order (ORCH-03, ORCH-04)', async () => {
    let running = 0;
    let most = 0;
    let release = () => {};
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    const look = reader('Look', async ({ n }) => {
      most = Math.max(most, ++running);
      if (running === 10) release();
      await all;
      return `seen ${n}`;
    });
    const scripted = model([{ calls: Array.from({ length: 10 }, (_, n) => ({ name: 'Look', input: { n } })) }, { text: 'ok' }]);
    await runAgent({ model: scripted, customTools: [look] });
    expect(most).toBe(10);
    expect(lastMessage(scripted.requests, 1).map((block) => block.content)).toEqual(
      Array.from({ length: 10 }, (_, n) => `seen ${n}`),
    );
  });

  it('lets a read after a write see the written content (ORCH-02)', async () => {
    let value = 'old';
    const look = reader('Look', () => value);
    const change = writer('Change', async ({ to }) => {
      await new Promise(setImmediate);
      value = String(to);
      return 'changed';
    });
    const scripted = model([
      { calls: [{ name: 'Look' }, { name: 'Change', input: { to: 'new' } }, { name: 'Look' }] },
      { text: 'ok' },
    ]);
    await runAgent({ model: scripted, customTools: [look, change] });
    expect(lastMessage(scripted.requests, 1).map((block) => block.content)).toEqual(['old', 'changed', 'new']);
  });

  it('finishes a read before its message has ended, and starts no write before (ORCH-06)', async () => {
    let seen = () => {};
    const read = new Promise<void>((resolve) => {
      seen = resolve;
    });
    const wrote: string[] = [];
    const scripted = model([
      {
        calls: [{ name: 'Look' }, { name: 'Change' }],
        hold: async () => {
          await read;
          await new Promise(setImmediate);
          expect(wrote).toEqual([]);
        },
      },
      { text: 'ok' },
    ]);
    const look = reader('Look', () => {
      seen();
      return 'x';
    });
    const change = writer('Change', () => {
      wrote.push('change');
      return 'done';
    });
    const { events } = await runAgent({ model: scripted, customTools: [look, change] });
    const order = events.flatMap((event) =>
      event.type === 'tool_result' ? [event.name] : event.type === 'message' ? ['message'] : [],
    );
    expect(order).toEqual(['Look', 'message', 'Change', 'message']);
  });

  it('answers every call of an interrupted batch, so that the next request is valid (PIPE-13, LOOP-16)', async () => {
    const scripted = model([{ calls: [{ name: 'Wait' }, { name: 'Change' }, { name: 'Wait' }] }, { text: 'on' }]);
    let underWay: Run | undefined;
    const wait = reader('Wait', async (_, signal) => {
      underWay?.interrupt();
      if (!signal.aborted) await aborted(signal);
      return 'stopped early';
    });
    const tools = [wait, writer('Change', () => 'never')];
    const first = await runAgent({
      model: scripted,
      customTools: tools,
      during: (run) => {
        underWay = run;
      },
    });
    underWay = undefined;
    expect(first.result.outcome).toBe('interrupted');
    const again = await runAgent({
      model: scripted,
      customTools: tools,
      workspace: first.workspace,
      prompt: 'And now?',
      run: { resume: first.run.sessionId },
    });
    expect(again.result.outcome).toBe('success');
    const messages = scripted.requests[1]?.messages ?? [];
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
    expect(
      results(messages[2]?.content)
        .slice(0, 3)
        .map((block) => block.tool_use_id),
    ).toEqual(['call_0_0', 'call_0_1', 'call_0_2']);
    expect(textOf({ content: messages[2]?.content ?? [] })).toBe('And now?');
  });

  it('requests a broken message again, and repeats none of its calls with an effect (ORCH-09, RETRY-05)', async () => {
    const wrote: string[] = [];
    const scripted = model((_, index) =>
      index === 0
        ? { calls: [{ name: 'Change' }], fail: 'MODEL_STREAM_CUT' }
        : index === 1
          ? { calls: [{ name: 'Change' }] }
          : { text: 'ok' },
    );
    const { result, events } = await runAgent({ model: scripted, customTools: [writer('Change', () => `${wrote.push('x')}`)] });
    expect(result.outcome).toBe('success');
    expect(wrote).toEqual(['x']);
    expect(kinds(events)).toContain('discard');
    expect(scripted.requests.map((request) => request.messages.length)).toEqual([1, 1, 3]);
  });

  it('leaves retries of a message that never began to the provider (RETRY-01)', async () => {
    const failing = {
      name: 'test',
      requests: 0,
      async *stream(): AsyncGenerator<ModelEvent> {
        failing.requests += 1;
        yield { type: 'retry', attempt: 1, delayMs: 0, reason: 'overloaded' };
        throw new LoadoutError('MODEL_OVERLOADED', 'Overloaded.');
      },
    };
    const { result } = await runAgent({ model: failing });
    expect(result).toMatchObject({ outcome: 'error_model', error: { code: 'MODEL_OVERLOADED' } });
    expect(failing.requests).toBe(1);
  });

  it('never runs a tool on incomplete JSON, and quotes the JSON (LOOP-03)', async () => {
    const scripted = model([{ calls: [{ name: 'Change', malformed: '{"command":"ls' }] }, { text: 'ok' }]);
    await runAgent({ model: scripted, customTools: [writer('Change', () => 'ran')] });
    expect(lastMessage(scripted.requests, 1)[0]).toMatchObject({
      is_error: true,
      content: expect.stringContaining('{"command":"ls'),
    });
  });

  it('keeps thinking and unknown blocks in order and unchanged (LOOP-09)', async () => {
    const blocks = [
      { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
      { type: 'from_the_future', payload: { a: 1 } },
    ];
    const scripted = model([{ blocks, calls: [{ name: 'Look' }] }, { text: 'ok' }]);
    await runAgent({ model: scripted, customTools: [reader('Look', () => 'x')] });
    expect(scripted.requests[1]?.messages[1]?.content.slice(0, 2)).toEqual(blocks);
  });

  it('passes the provider the same system, tools and message objects in every turn', async () => {
    const scripted = model([{ calls: [{ name: 'Look' }] }, { calls: [{ name: 'Look' }] }, { text: 'ok' }]);
    await runAgent({ model: scripted, customTools: [reader('Look', () => 'x')] });
    const [, second, third] = scripted.requests;
    expect(third?.tools).toBe(second?.tools);
    expect(third?.system).toBe(second?.system);
    for (const [index, message] of (second?.messages ?? []).entries()) expect(third?.messages[index]).toBe(message);
  });
});
