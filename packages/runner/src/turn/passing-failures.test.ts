import { readFileSync, writeFileSync } from 'node:fs';
import { LoadoutError } from '@loadout/core';
import { FAILURE_KINDS, type ModelEvent, type ModelProvider } from '@loadout/core/model';
import { RecordOrder } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { breadth } from '../../../../tests/lib/breadth.js';
import { createAgent } from '../agent/create-agent.js';
import type { AgentEvent } from '../report/events.js';
import { kinds, model, reader, runAgent, tempFolder } from '../run/scripted.test-kit.js';

interface Failing {
  readonly code: string;
  readonly retryAfterMs?: number | undefined;
  /** How many requests fail. */
  readonly times?: number;
}

/** A model whose first answers fail behind a block. */
function failing({ code, retryAfterMs = 1, times = 1 }: Failing): ModelProvider & { asked(): number } {
  let asked = 0;
  return {
    name: 'failing',
    asked: () => asked,
    async *stream({ model: id }): AsyncGenerator<ModelEvent> {
      asked += 1;
      yield { type: 'start', id: `msg_${asked}`, model: id };
      yield { type: 'text', text: 'Half' };
      yield { type: 'block', block: { type: 'text', text: asked > times ? 'Whole.' : 'Half' } };
      if (asked <= times) throw new LoadoutError(code, `It fails with ${code}.`, { retryAfterMs });
      yield { type: 'end', stopReason: 'end_turn', usage: { input_tokens: 1, output_tokens: 1 } };
    },
  };
}

const PASSING = Object.entries(FAILURE_KINDS).filter(([, kind]) => kind === 'passes');
const STAYING = Object.entries(FAILURE_KINDS).filter(([code, kind]) => kind === 'stays' && code !== 'MODEL_PROMPT_TOO_LONG');

describe('a failure behind a block (F19)', () => {
  it.each(PASSING)('%s is asked again, and what was streamed is retracted', async (code) => {
    const provider = failing({ code });
    const { events, result } = await runAgent({ model: provider });
    expect([result.outcome, result.text, provider.asked()]).toEqual(['success', 'Whole.', 2]);
    expect(kinds(events).filter((kind) => kind === 'discard')).toHaveLength(1);
  });

  it.each(STAYING)('%s ends the run', async (code) => {
    const provider = failing({ code });
    const { result } = await runAgent({ model: provider });
    expect([result.outcome, result.error?.code, provider.asked()]).toEqual(['error_model', code, 1]);
  });

  it('is asked again twice at most, and then goes to the fallback model', async () => {
    const alone = failing({ code: 'MODEL_SERVER_ERROR', times: 9 });
    expect((await runAgent({ model: alone })).result).toMatchObject({ error: { code: 'MODEL_SERVER_ERROR' } });
    expect(alone.asked()).toBe(3);
    const provider = failing({ code: 'MODEL_SERVER_ERROR', times: 3 });
    const { result } = await runAgent({ model: provider, modelId: 'first', fallbackModels: ['second'] });
    expect([result.outcome, provider.asked()]).toEqual(['success', 4]);
  });

  it.each([
    ['as long as the server asks', 7_000, 7_000],
    ['one second, if the server asks for nothing', undefined, 1_000],
  ])('waits %s, and an interrupt ends the wait', async (_, retryAfterMs, delayMs) => {
    const workspace = tempFolder();
    const model = { name: 'slow', stream: slowDown(retryAfterMs) };
    const agent = await createAgent({ model, workspace, sessionsDir: workspace });
    const run = agent.run('Go.');
    const events: AgentEvent[] = [];
    for await (const event of run) {
      events.push(event);
      if (event.type === 'retry') run.interrupt();
    }
    const result = await run.result;
    await agent.close();
    expect(result.outcome).toBe('interrupted');
    expect(events.find(({ type }) => type === 'retry')).toMatchObject({ attempt: 1, delayMs });
  });

  it('does not wait longer than two minutes', async () => {
    const { result, events } = await runAgent({ model: failing({ code: 'MODEL_RATE_LIMITED', retryAfterMs: 3_600_000 }) });
    expect([result.error?.code, kinds(events).includes('retry')]).toEqual(['MODEL_RATE_LIMITED', false]);
  });
});

const slowDown = (retryAfterMs: number | undefined): ModelProvider['stream'] =>
  async function* ({ model: id }) {
    yield { type: 'start', id: 'msg_1', model: id };
    throw new LoadoutError('MODEL_RATE_LIMITED', 'Slow down.', { retryAfterMs });
  };

describe('a message of very many calls (F17)', () => {
  it('runs 1,000 of them, and each of the others has an error result', async () => {
    let ran = 0;
    const look = reader('Look', () => {
      ran += 1;
      return 'seen';
    });
    const calls = Array.from({ length: 1_200 }, () => ({ name: 'Look' }));
    const scripted = model([{ calls }, { text: 'Done.' }]);
    const { result } = await runAgent({ model: scripted, customTools: [look] });
    expect([result.outcome, ran]).toEqual(['success', 1_000]);
    const results = scripted.requests[1]?.messages.at(-1)?.content ?? [];
    expect(results).toHaveLength(1_200);
    expect(results[1_100]).toMatchObject({ is_error: true, content: expect.stringContaining('more than 1000 calls') });
  });

  it('has one record for those that do not run, which a resumed session and a check of the session read', async () => {
    const calls = Array.from({ length: breadth(45_000, 2_000) }, () => ({ name: 'Look' }));
    const scripted = model([{ calls }, { text: 'Done.' }]);
    const { run, result, workspace } = await runAgent({ model: scripted, customTools: [reader('Look', () => 'seen')] });
    expect(result.outcome).toBe('success');
    const lines = readFileSync(run.transcript, 'utf8').trimEnd().split('\n');
    expect(lines.filter((line) => line.includes('"t":"ended"'))).toHaveLength(1_001);
    const order = new RecordOrder();
    expect(lines.map((line) => order.take(JSON.parse(line))).filter((problem) => problem !== undefined)).toEqual([]);
    const later = model([{ text: 'Again.' }]);
    await runAgent({
      model: later,
      customTools: [reader('Look', () => 'seen')],
      workspace,
      prompt: 'More.',
      run: { resume: run.sessionId },
    });
    const sent = later.requests[0]?.messages.find(({ content }) => content[0]?.type === 'tool_result');
    expect(sent).toEqual(scripted.requests[1]?.messages.at(-1));
  });

  it('runs no more of them in a session whose process was killed before it answered them', async () => {
    const calls = Array.from({ length: 1_200 }, () => ({ name: 'Look' }));
    const look = (ran: string[]) => reader('Look', () => `seen ${ran.push('')}`);
    const { run, workspace } = await runAgent({ model: model([{ calls }, { text: 'Done.' }]), customTools: [look([])] });
    const lines = readFileSync(run.transcript, 'utf8').trimEnd().split('\n');
    const asked = lines.findIndex((line) => line.includes('"tool_use"'));
    // Calls that only look may end before their message does.
    const kept = lines.slice(0, asked + 1).filter((line) => !/"t":"(?:started|ended)"/.test(line));
    writeFileSync(run.transcript, `${kept.join('\n')}\n`);
    const ran: string[] = [];
    const resumed = model([{ text: 'Done.' }]);
    await runAgent({ model: resumed, customTools: [look(ran)], workspace, run: { resume: run.sessionId } });
    expect(ran).toHaveLength(1_000);
    expect(resumed.requests[0]?.messages.at(-1)?.content).toHaveLength(1_200);
  });
});
