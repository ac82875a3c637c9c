import type { HookSet } from '@loadout/core';
import { type Message, textOf } from '@loadout/core/model';
import { replaySession } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { compacts, full, fullAt, isSummaryRequest, look, tooLong, worker } from '../compact/compact.test-kit.js';
import { kinds, model, runAgent } from '../run/scripted.test-kit.js';

describe('a conversation that the provider refuses as too long (LOOP-14)', () => {
  it('is compacted and sent once more', async () => {
    const scripted = worker((index) => (index === 3 ? tooLong : undefined));
    const { result, events } = await runAgent({ ...full({ contextWindow: undefined }), model: scripted, customTools: [look()] });
    expect(result).toMatchObject({ outcome: 'success', text: 'Done.' });
    expect(compacts(events)).toHaveLength(1);
    const asked = scripted.requests.find(isSummaryRequest);
    expect(JSON.stringify(asked?.messages).length).toBeLessThan(JSON.stringify(scripted.requests[3]?.messages).length);
  });

  it('ends the run the second time in a row', async () => {
    const scripted = worker((index) => (index >= 3 ? tooLong : undefined));
    const { result } = await runAgent({ ...full(), model: scripted, customTools: [look()] });
    expect(result).toMatchObject({ outcome: 'error_model', error: { code: 'MODEL_CONTEXT_FULL' } });
    expect(scripted.requests).toHaveLength(6);
  });

  it('ends the run if nothing can be left out', async () => {
    const scripted = model([tooLong]);
    expect((await runAgent({ model: scripted })).result.error?.code).toBe('MODEL_CONTEXT_FULL');
  });

  it('is summarised from fewer messages if the summary is refused too', async () => {
    let refusals = 0;
    let turns = 0;
    const scripted = model((request) => {
      if (isSummaryRequest(request)) return refusals++ === 0 ? tooLong : { text: 'Sum.' };
      const index = turns++;
      if (index === 8) return tooLong;
      return index < 8 ? { text: 'on', calls: [{ name: 'Look', input: { n: index } }] } : { text: 'Done.' };
    });
    const { result } = await runAgent({ ...full(), model: scripted, customTools: [look()] });
    expect(result).toMatchObject({ outcome: 'success', text: 'Done.' });
    const [first, second] = scripted.requests.filter(isSummaryRequest);
    expect(second?.messages.length).toBeLessThan(first?.messages.length ?? 0);
    expect(second?.messages[0]?.role).toBe('user');
  });

  it('continues with an answer that the window cut off (LOOP-04)', async () => {
    const scripted = worker((index) => (index === 3 ? { text: 'Half of', stop: 'model_context_window_exceeded' } : undefined));
    const { result } = await runAgent({ ...full(), model: scripted, customTools: [look()] });
    expect(result).toMatchObject({ outcome: 'success', text: 'Done.' });
    const [partial, reminder] = scripted.requests.at(-1)?.messages.slice(-2) ?? [];
    expect(textOf(partial as Message)).toBe('Half of');
    expect(textOf(reminder as Message)).toContain('Continue directly');
  });
});

describe('hooks around compaction (COMPACT-07)', () => {
  const run = (hooks: HookSet, scripted = worker(fullAt(2))) =>
    runAgent({ ...full(), model: scripted, customTools: [look()], hooks }).then((ran) => ({ ...ran, scripted }));

  it('can block it: nothing is lost', async () => {
    const { events, scripted } = await run({ PreCompact: () => ({ decision: 'block', reason: 'not now' }) });
    expect(compacts(events)).toEqual([]);
    expect(scripted.requests.at(-1)?.messages).toHaveLength(7);
  });

  it('cannot block it if there is no other way to continue', async () => {
    const scripted = worker((index) => (index === 3 ? tooLong : undefined));
    const { result } = await run({ PreCompact: () => ({ decision: 'block', reason: 'not now' }) }, scripted);
    expect(result.outcome).toBe('success');
  });

  it('add to the request for the summary, and read the summary', async () => {
    const seen: unknown[] = [];
    const { scripted, events } = await run({
      PreCompact: (input) => {
        seen.push(input.trigger);
        return { hookSpecificOutput: { additionalContext: 'Keep the ticket number.' } };
      },
      PostCompact: (input) => {
        seen.push(input.compact_summary);
      },
    });
    expect(textOf(scripted.requests.find(isSummaryRequest)?.messages.at(-1) as Message)).toContain('Keep the ticket number.');
    expect(seen).toEqual(['auto', 'The sum of it.']);
    expect(kinds(events)).toContain('compact');
  });

  it('can end the run', async () => {
    const { result } = await run({ PreCompact: () => ({ continue: false, stopReason: 'enough' }) });
    expect(result).toMatchObject({ outcome: 'stopped', error: { message: 'enough' } });
  });
});

it('an interrupt while the summary is written ends the run, and the conversation stays as it was', async () => {
  const scripted = worker(fullAt(2), { hold: () => new Promise(() => {}) });
  const { result, run } = await runAgent({
    ...full(),
    model: scripted,
    customTools: [look()],
    hooks: { PreCompact: () => void setImmediate(() => current?.interrupt()) },
    during: (started) => {
      current = started;
    },
  });
  expect(result.outcome).toBe('interrupted');
  expect(replaySession(run.transcript).messages).toHaveLength(7);
});
let current: { interrupt(): void } | undefined;
