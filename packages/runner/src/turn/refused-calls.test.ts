import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { model, reader, runAgent, writer } from '../run/scripted.test-kit.js';

/** Runs an agent whose first answer asks for a read and for a write. Returns the calls that ran. */
async function ranAfter(stop: string) {
  const ran: string[] = [];
  const note = (name: string) => () => {
    ran.push(name);
    return 'done';
  };
  const scripted = model([{ calls: [{ name: 'Ship' }, { name: 'Look' }, { name: 'Ship' }], stop }, { text: 'Done.' }]);
  const tools = [writer('Ship', note('Ship')), reader('Look', note('Look'))];
  const { result, events, run, workspace } = await runAgent({ model: scripted, customTools: tools });
  return { ran, result, events, run, scripted, workspace };
}

describe('the calls of a message', () => {
  it.each(['tool_use', 'end_turn', 'stop_sequence', 'pause_turn', 'max_tokens', 'model_context_window_exceeded', 'eos'])(
    'run after the stop reason %s',
    async (stop) => {
      const { ran, result } = await ranAfter(stop);
      expect([ran, result.outcome]).toEqual([['Ship', 'Look', 'Ship'], 'success']);
    },
  );

  it('have no effect after a refusal: each is answered with an error, and the run ends', async () => {
    const { ran, result, events, scripted } = await ranAfter('refusal');
    expect(ran).toEqual([]);
    expect(result).toMatchObject({ outcome: 'error_during_execution', stopReason: 'refusal', error: { code: 'MODEL_REFUSED' } });
    const reply = events.find((event) => event.type === 'reply');
    expect(reply?.message.content).toHaveLength(3);
    for (const block of reply?.message.content ?? [])
      expect(block).toMatchObject({ is_error: true, content: expect.stringContaining('stop reason "refusal"') });
    expect(scripted.requests).toHaveLength(1);
  });

  it('have no effect after a refusal whose process was killed before the calls were answered', async () => {
    const { run, workspace } = await ranAfter('refusal');
    const file = run.transcript;
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const end = lines.findIndex((line) => line.includes('"refusal"')) + 1;
    writeFileSync(file, `${lines.slice(0, end).join('\n')}\n`);
    const ran: string[] = [];
    const ship = writer('Ship', () => {
      ran.push('Ship');
      return 'done';
    });
    const scripted = model([{ text: 'Done.' }]);
    await runAgent({ model: scripted, customTools: [ship], workspace, run: { resume: run.sessionId } });
    expect(ran).toEqual([]);
    expect(JSON.stringify(scripted.requests[0]?.messages.at(-1))).toContain('stop reason');
  });
});
