import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Message, type ModelRequest, textOf } from '@loadout/core/model';
import { replaySession } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { model, reader, runAgent } from '../run/scripted.test-kit.js';
import { CLEARED } from './clear-old-results.js';
import { compacts, FULL, full, fullAt, isSummaryRequest, look, notices, worker } from './compact.test-kit.js';

describe('a conversation that reaches its threshold (COMPACT-01)', () => {
  it('continues with a summary, the last prompt, and the newest messages', async () => {
    const scripted = worker(fullAt(2));
    const { result, events, run } = await runAgent({
      ...full(),
      model: scripted,
      customTools: [look()],
      prompt: 'The code is 4711.',
    });
    expect(result).toMatchObject({ outcome: 'success', text: 'Done.', turns: 4 });
    expect(compacts(events)).toMatchObject([
      { type: 'compact', trigger: 'auto', preTokens: expect.any(Number), how: 'summarised' },
    ]);
    const after = scripted.requests.at(-1)?.messages ?? [];
    expect(textOf(after[0] as Message)).toMatch(
      /^<conversation-summary>[\s\S]*The sum of it\.[\s\S]*<\/conversation-summary>The code is 4711\.$/,
    );
    expect(after[0]?.content[1]).toBe(scripted.requests[0]?.messages[0]?.content[0]);
    expect(after.slice(-2)).toEqual(scripted.requests.at(-2)?.messages.slice(-2, -1).concat(after.slice(-1)));
    expect(after.length).toBeLessThan(7);
    expect(textOf(after[0] as Message)).toContain(`transcript-${run.sessionId}.jsonl`);
  });

  it('requests the summary with the same system, tools and messages, so that the prompt cache is used (COMPACT-05)', async () => {
    const scripted = worker(fullAt(2));
    await runAgent({ ...full(), model: scripted, customTools: [look()], prompt: 'The code is 4711.' });
    const at = scripted.requests.findIndex(isSummaryRequest);
    const [before, asked] = [scripted.requests[at - 1], scripted.requests[at]];
    expect(asked?.system).toBe(before?.system);
    expect(asked?.tools).toBe(before?.tools);
    expect(asked?.messages.slice(0, before?.messages.length)).toEqual(before?.messages);
    expect(JSON.stringify(asked?.messages)).toContain('The code is 4711.');
    expect(JSON.stringify(asked?.messages)).toContain('seen 0');
  });

  it('stays on disk as a whole, in a file that the summary names and the agent may read (COMPACT-09)', async () => {
    const { run, result } = await runAgent({ ...full(), model: worker(fullAt(2)), customTools: [look()] });
    const kept = join(dirname(run.transcript), run.sessionId, `transcript-${run.sessionId}.jsonl`);
    expect(readFileSync(kept, 'utf8')).toBe(readFileSync(run.transcript, 'utf8'));
    expect(readFileSync(kept, 'utf8')).toContain('seen 0');
    expect(result.outcome).toBe('success');
  });

  it('counts the usage of the summary', async () => {
    const summary = { text: 'Sum.', usage: { input_tokens: 500_000, output_tokens: 500_000 } };
    const { result } = await runAgent({ ...full(), model: worker(fullAt(2), summary), customTools: [look()] });
    expect(result.usage.output_tokens).toBe(500_000 + 4000 + 3 * 5);
    expect(result.costUsd).toBeGreaterThan(1);
  });

  it('makes no turn if the summary has used up the money', async () => {
    const summary = { text: 'Sum.', usage: { input_tokens: 500_000, output_tokens: 500_000 } };
    const scripted = worker(fullAt(2), summary);
    const { result } = await runAgent({ ...full(), model: scripted, customTools: [look()], limits: { usd: 0.5 } });
    expect(result).toMatchObject({ outcome: 'error_limit', turns: 3 });
    expect(isSummaryRequest(scripted.requests.at(-1) as ModelRequest)).toBe(true);
  });

  it('ignores calls in the answer with the summary', async () => {
    const ran: unknown[] = [];
    const summary = { text: 'Sum.', calls: [{ name: 'Look', input: { n: 'no' } }] };
    const tool = reader('Look', ({ n }) => `${ran.push(n)}${'x'.repeat(30_000)}`);
    const { result } = await runAgent({ ...full(), model: worker(fullAt(2), summary), customTools: [tool] });
    expect(result).toMatchObject({ outcome: 'success', toolCalls: 3 });
    expect(ran).toEqual([0, 1, 2]);
  });

  it('stays unchanged below the threshold, without a known window, and when compaction is off', async () => {
    const at = { at: 0.95 };
    for (const options of [full({ compaction: at }), full({ contextWindow: undefined }), full({ compaction: { off: true } })]) {
      const { events } = await runAgent({ ...options, model: worker(fullAt(2)), customTools: [look()] });
      expect(compacts(events)).toEqual([]);
    }
  });

  it('only loses old results if that is enough, without asking a model (COMPACT-02)', async () => {
    const calls = Array.from({ length: 10 }, (_, n) => ({ name: 'Read', id: `r${n}`, input: { n } }));
    const scripted = model([{ calls }, { calls: [{ name: 'Read', id: 'last' }], usage: FULL }, { text: 'Done.' }]);
    const { events, run } = await runAgent({
      ...full(),
      model: scripted,
      customTools: [{ ...look(19_000, 'Read'), rereadable: true }],
    });
    expect(compacts(events)).toMatchObject([{ how: 'cleared' }]);
    expect(scripted.requests).toHaveLength(3);
    const sent = scripted.requests[2]?.messages ?? [];
    const contents = sent[2]?.content.map((block) => String(Object(block).content)) ?? [];
    expect(contents.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => CLEARED));
    expect(contents.slice(6).map((text) => text.slice(0, 6))).toEqual(['seen 6', 'seen 7', 'seen 8', 'seen 9']);
    expect(replaySession(run.transcript).messages.slice(0, sent.length)).toEqual(sent);
  });

  it('loses only results that can be produced again, and no words of a person or an agent (COMPACT-03)', async () => {
    const calls = Array.from({ length: 10 }, (_, n) => ({
      name: n === 1 ? 'AskUserQuestion' : 'Read',
      id: `r${n}`,
      input: { n },
    }));
    const scripted = model([
      { calls },
      { calls: [{ name: 'Read', id: 'last' }], usage: FULL },
      { calls: [{ name: 'Read', id: 'later', input: { n: 11 } }] },
      { text: 'Done.' },
    ]);
    const tools = [{ ...look(19_000, 'Read'), rereadable: true }, look(19_000, 'AskUserQuestion')];
    const { events } = await runAgent({ ...full(), model: scripted, customTools: tools });
    expect(compacts(events)).toMatchObject([{ how: 'cleared' }]);
    const contents = (at: number) =>
      scripted.requests[at]?.messages[2]?.content.map((block) => String(Object(block).content)) ?? [];
    expect(contents(2).map((text) => text === CLEARED)).toEqual([
      true,
      false,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(contents(3)).toEqual(contents(2));
  });

  it('is tried three times in a row and then no more (COMPACT-06)', async () => {
    const scripted = worker((index) => (index < 6 ? fullAt(index)(index) : undefined), { fail: 'MODEL_REQUEST_INVALID' });
    const { result, events } = await runAgent({ ...full(), model: scripted, customTools: [look()] });
    expect(result.outcome).toBe('success');
    expect(scripted.requests.filter(isSummaryRequest)).toHaveLength(3);
    expect(notices(events)).toHaveLength(3);
    expect(notices(events)[2]).toContain('third time in a row');
  });

  it('is not compacted turn after turn if it stays too long', async () => {
    const scripted = worker((index) => (index < 8 ? fullAt(index)(index) : undefined));
    const { events } = await runAgent({ ...full(), model: scripted, customTools: [look(30_000)] });
    expect(compacts(events).length).toBeLessThanOrEqual(4);
    expect(notices(events).at(-1)).toContain('third time in a row');
  });
});

describe('a compacted session', () => {
  it('is resumed with the same bytes (RES-05)', async () => {
    const options = full();
    const scripted = worker(fullAt(2));
    const first = await runAgent({ ...options, model: scripted, customTools: [look()] });
    const last = scripted.requests.at(-1)?.messages ?? [];
    const later = model([{ text: 'Yes.' }]);
    await runAgent({ ...options, model: later, customTools: [look()], prompt: 'More?', run: { resume: first.run.sessionId } });
    const sent = later.requests[0]?.messages ?? [];
    expect(JSON.stringify(sent.slice(0, last.length))).toBe(JSON.stringify(last));
    expect(sent).toHaveLength(last.length + 2);
  });

  it('is compacted on resume if the last turn had filled it', async () => {
    const options = full();
    const first = await runAgent({
      ...options,
      model: worker((index) => (index === 3 ? { text: 'Done.', usage: FULL } : undefined)),
      customTools: [look()],
    });
    expect(compacts(first.events)).toEqual([]);
    const later = worker(() => ({ text: 'Yes.' }));
    const second = await runAgent({
      ...options,
      model: later,
      customTools: [look()],
      prompt: 'More?',
      run: { resume: first.run.sessionId },
    });
    expect(compacts(second.events)).toHaveLength(1);
    expect(later.requests.at(-1)?.messages.at(-1)?.content).toEqual([{ type: 'text', text: 'More?' }]);
  });
});
