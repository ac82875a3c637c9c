import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withSum } from '../../../sessions/src/native-format.js';
import type { AgentOptions } from '../agent/agent-options.js';
import { model, planFor, reader, runAgent, type Step, tempFolder } from '../run/scripted.test-kit.js';

const MODELS = { m: { provider: 'test', id: 'm', price: { input: 1, output: 1 }, maxOutputTokens: 1024 } };
const priced = (): AgentOptions => ({ plan: planFor(tempFolder(), { models: MODELS }), modelId: 'm', ledger: false });
/** An answer costs one cent. */
const CENT = { input_tokens: 9_000, output_tokens: 1_000 };
const LOOKS: readonly Step[] = Array.from({ length: 20 }, () => ({ calls: [{ name: 'Look' }], usage: CENT }));

interface Moved {
  /** The calls that ran, in all processes of the run. */
  readonly ran: string[];
  readonly transcript: string;
  /** Continues the run on a machine that has the session's records and no ledger of its requests. */
  readonly resume: (more?: { readonly prompt?: string; readonly options?: AgentOptions }) => ReturnType<typeof runAgent>;
}

/** Runs until the model has answered `answers` times and its calls have ended; then the process is gone, without an end. */
async function killedAfter(answers: number, options: AgentOptions): Promise<Moved> {
  const ran: string[] = [];
  const own = (): AgentOptions => ({
    ...priced(),
    customTools: [reader('Look', () => `look ${ran.push('look')}`)],
    ledger: tempFolder(),
  });
  const first = await runAgent({ ...own(), model: model(LOOKS.slice(0, answers)), ...options, limits: {} });
  const { transcript, sessionId } = first.run;
  const lines = readFileSync(transcript, 'utf8').trimEnd().split('\n');
  const killed = lines.findLastIndex((line) => JSON.parse(line).t === 'results');
  writeFileSync(transcript, `${lines.slice(0, killed + 1).join('\n')}\n`);
  ran.length = answers;
  let next = answers;
  const resume: Moved['resume'] = ({ prompt, options: more } = {}) =>
    runAgent({
      ...own(),
      model: model((_, index) =>
        index < 8 ? { usage: CENT, calls: [{ name: 'Look', id: `moved_${next++}` }] } : { usage: CENT, text: 'Unlimited.' },
      ),
      ...options,
      ...more,
      workspace: first.workspace,
      ...(prompt === undefined ? {} : { prompt }),
      run: { resume: sessionId },
    });
  return { ran, transcript, resume };
}

describe('the limits of a run whose process was killed', () => {
  it('turns: those of all processes count', async () => {
    const { ran, resume } = await killedAfter(2, { limits: { turns: 3 } });
    const { result } = await resume();
    expect(result).toMatchObject({ outcome: 'error_max_turns', error: { code: 'LIMIT_REACHED' } });
    expect(ran).toHaveLength(3);
  });

  it('toolCalls: those of all processes count', async () => {
    const { ran, resume } = await killedAfter(2, { limits: { toolCalls: 3 } });
    expect((await resume()).result).toMatchObject({ outcome: 'error_limit', error: { code: 'LIMIT_REACHED' } });
    expect(ran).toHaveLength(3);
  });

  it('toolCalls: a message whose calls have partly ended gets as many more as are left', async () => {
    const { ran, transcript, resume } = await killedAfter(1, { limits: { toolCalls: 3 } });
    const ids = ['one', 'two', 'three', 'four'];
    const content = ids.map((id) => ({ type: 'tool_use', id, name: 'Look', input: {} }));
    const block = { type: 'tool_result', tool_use_id: 'one', content: 'look' };
    const records = [
      { t: 'message', message: { role: 'assistant', content }, costUsd: 0 },
      { t: 'ended', id: 'one', outcome: 'done', block },
    ];
    writeFileSync(
      transcript,
      `${readFileSync(transcript, 'utf8')}${records.map((one) => `${withSum(JSON.stringify(one))}\n`).join('')}`,
    );
    expect((await resume()).result).toMatchObject({ outcome: 'error_limit', error: { code: 'LIMIT_REACHED' } });
    // One call of the first message and one of the second had ended.
    expect(ran).toHaveLength(2);
  });

  it('toolCalls: a call that ran when its process was killed counts, before the calls of its message that are still open', async () => {
    const { ran, transcript, resume } = await killedAfter(1, { limits: { toolCalls: 2 } });
    const content = ['one', 'two'].map((id) => ({ type: 'tool_use', id, name: 'Look', input: {} }));
    const records = [
      { t: 'message', message: { role: 'assistant', content }, costUsd: 0 },
      { t: 'started', id: 'two', name: 'Look', repeatable: false },
    ];
    writeFileSync(
      transcript,
      `${readFileSync(transcript, 'utf8')}${records.map((one) => `${withSum(JSON.stringify(one))}\n`).join('')}`,
    );
    expect((await resume()).result).toMatchObject({ outcome: 'error_limit', error: { code: 'LIMIT_REACHED' }, toolCalls: 0 });
    expect(ran).toHaveLength(1);
  });

  it('answers: those of all processes count', async () => {
    const { ran, resume } = await killedAfter(2, { limits: { answers: 3 } });
    expect((await resume()).result.outcome).toBe('error_max_turns');
    expect(ran).toHaveLength(3);
  });

  it('usd: the money of all processes counts, on a machine that has no ledger of it', async () => {
    const { ran, resume } = await killedAfter(3, { limits: { usd: 0.045 } });
    expect((await resume()).result).toMatchObject({ outcome: 'error_limit', error: { code: 'LIMIT_REACHED' } });
    expect(ran.length).toBeLessThanOrEqual(4);
    const without = await killedAfter(3, { limits: { usd: 0.045 }, ledger: false });
    expect((await without.resume()).result.outcome).toBe('error_limit');
    expect(without.ran.length).toBeLessThanOrEqual(4);
  });

  it('usd of one run: counts the prompt that goes on, and no earlier or new one', async () => {
    const { resume, ran } = await killedAfter(3, { limits: { usd: 0.045 }, usdFor: 'run' });
    expect((await resume()).result.outcome).toBe('error_limit');
    expect(ran.length).toBeLessThanOrEqual(4);
    const before = ran.length;
    await resume({ prompt: 'Again.' });
    expect(ran.length - before).toBeGreaterThanOrEqual(3);
  });

  it('time: the seconds that processes have worked count, and those in between do not', async () => {
    const { transcript, resume } = await killedAfter(2, { limits: { time: 60 } });
    const lines = readFileSync(transcript, 'utf8').trimEnd().split('\n');
    const at = (shift: (t: string, at: number) => number) =>
      lines
        .map((line) => {
          const { sum: _, ...record } = JSON.parse(line);
          return withSum(JSON.stringify(record.at === undefined ? record : { ...record, at: shift(record.t, record.at) }));
        })
        .join('\n');
    writeFileSync(transcript, `${at((t, time) => (t === 'results' ? time : time - 61_000))}\n`);
    const { result } = await resume();
    expect(result).toMatchObject({ outcome: 'error_limit', error: { code: 'LIMIT_REACHED' } });
    // A year ago: only the time between processes is long.
    const idle = await killedAfter(2, { limits: { time: 60, turns: 3 } });
    const old = readFileSync(idle.transcript, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => {
        const { sum: _, ...record } = JSON.parse(line);
        return withSum(JSON.stringify(record.at === undefined ? record : { ...record, at: record.at - 31_536_000_000 }));
      });
    writeFileSync(idle.transcript, `${old.join('\n')}\n`);
    expect((await idle.resume()).result.outcome).toBe('error_max_turns');
  });

  it('a nudge of the loop is no new prompt', async () => {
    const { transcript, ran, resume } = await killedAfter(2, { limits: { turns: 3 } });
    const nudge = { role: 'user', content: [{ type: 'text', text: '<system-reminder>\nGo on.\n</system-reminder>' }] };
    writeFileSync(
      transcript,
      `${readFileSync(transcript, 'utf8')}${withSum(JSON.stringify({ t: 'message', message: nudge }))}\n`,
    );
    expect((await resume()).result.outcome).toBe('error_max_turns');
    expect(ran).toHaveLength(3);
  });

  it('a new prompt has the limits of its run for itself, and a run that a limit ended may go on', async () => {
    const { ran, resume } = await killedAfter(2, { limits: { turns: 3 } });
    expect((await resume({ prompt: 'Something else.' })).result.outcome).toBe('error_max_turns');
    expect(ran).toHaveLength(5);
    expect((await resume()).result.outcome).toBe('error_max_turns');
    expect(ran).toHaveLength(8);
  });

  it('calls that a used-up limit refused do not run in the next process', async () => {
    for (const limits of [{ turns: 2 }, { toolCalls: 2 }]) {
      const { ran, transcript, resume } = await killedAfter(2, { limits });
      const message = { role: 'assistant', content: [{ type: 'tool_use', id: 'refused', name: 'Look', input: {} }] };
      writeFileSync(
        transcript,
        `${readFileSync(transcript, 'utf8')}${withSum(JSON.stringify({ t: 'message', message, costUsd: 0 }))}\n`,
      );
      expect((await resume()).result.error?.code).toBe('LIMIT_REACHED');
      expect(ran).toHaveLength(2);
    }
  });
});

describe('money that no message has', () => {
  it('is on record, such as that of an answer that broke off', async () => {
    const broken = model([{ text: 'The beginning.', fail: 'MODEL_TEST_BROKEN' }]);
    const { run } = await runAgent({ model: broken, ...priced() });
    const records = readFileSync(run.transcript, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records).toContainEqual(expect.objectContaining({ t: 'spent', purpose: 'turn' }));
  });

  it('counts against the limit of a session on another machine', async () => {
    const { transcript, ran, resume } = await killedAfter(1, { limits: { usd: 0.045 } });
    const spent = { t: 'spent', purpose: 'compact', usd: 0.04 };
    writeFileSync(transcript, `${readFileSync(transcript, 'utf8')}${withSum(JSON.stringify(spent))}\n`);
    expect((await resume()).result.outcome).toBe('error_limit');
    expect(ran).toHaveLength(1);
  });
});
