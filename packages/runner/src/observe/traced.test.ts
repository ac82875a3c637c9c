import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../report/events.js';
import { kinds, model, planFor, reader, runAgent, type Step, tempFolder, writer } from '../run/scripted.test-kit.js';
import { traceable, traced, traceLine } from './traced.js';

const linesOf = (file: string): Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

const LIMITS = { chars: 100, items: 10 };
const notice = (message: string): AgentEvent => ({ type: 'notice', message });
const SCRIPT: readonly Step[] = [
  { text: 'I look.', calls: [{ name: 'Look', input: { password: 'hunter22', n: 1 } }, { name: 'Nowhere' }] },
  { text: 'Done.' },
];

describe('the trace of a run (TRACE-01)', () => {
  it('contains the events of the run, a line each with its time, from beginning to result, for its owner only', async () => {
    const trace = join(tempFolder(), 'traces');
    const { run, events } = await runAgent({ trace, model: model(SCRIPT), customTools: [reader('Look', () => 'seen')] });
    const file = join(trace, run.sessionId, 'trace.jsonl');
    const lines = linesOf(file);
    const pieces = ['text', 'thinking', 'message_start', 'block', 'raw'];
    expect(lines.map(({ type }) => type)).toEqual(kinds(events).filter((kind) => !pieces.includes(kind)));
    expect(lines.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'init',
        'request',
        'response',
        'tool_call',
        'permitted',
        'tool_start',
        'tool_result',
        'turn',
        'result',
      ]),
    );
    expect(lines.every(({ time }) => new Date(String(time)).toISOString() === time)).toBe(true);
    expect(lines.find(({ type, name }) => type === 'tool_result' && name === 'Look')).toMatchObject({
      outcome: 'done',
      content: 'seen',
      input: { password: '[secret]', n: 1 },
    });
    expect(lines.at(-1)).toMatchObject({ type: 'result', result: { outcome: 'success', turns: 2 } });
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it('gives the reason for each call that runs and for each that may not', async () => {
    const trace = join(tempFolder(), 'traces');
    const { run } = await runAgent({
      trace,
      permissions: { allow: ['Note'], deny: ['Erase(*)'] },
      model: model([{ calls: [{ name: 'Note' }, { name: 'Erase' }] }, { text: 'Done.' }]),
      customTools: [writer('Note', () => ''), writer('Erase', () => '')],
    });
    const lines = linesOf(join(trace, run.sessionId, 'trace.jsonl'));
    expect(lines.filter(({ type }) => type === 'permitted')).toEqual([
      expect.objectContaining({ name: 'Note', rule: 'Note', reason: expect.stringContaining('the rule Note') }),
    ]);
    expect(lines.find(({ type, name }) => type === 'tool_result' && name === 'Erase')).toMatchObject({
      outcome: 'denied',
      content: expect.stringContaining('denied by the rule Erase(*)'),
    });
  });

  it('is beside the results of its session if no folder is named, and continues with the session', async () => {
    const first = await runAgent({ trace: true, model: model([{ text: 'one' }]) });
    const { workspace, run } = first;
    await runAgent({ workspace, trace: true, model: model([{ text: 'two' }]), run: { resume: run.sessionId }, prompt: 'On.' });
    const lines = linesOf(join(dirname(run.transcript), run.sessionId, 'trace.jsonl'));
    expect(lines.filter(({ type }) => type === 'init')).toHaveLength(2);
    expect(lines.at(-1)).toMatchObject({ type: 'result', result: { text: 'two' } });
  });

  it('is written where the plan says, and not without a plan for it', async () => {
    const workspace = tempFolder();
    const trace = join(workspace, 'traces');
    const plan = planFor(workspace, { telemetry: { trace } });
    const options = { plan, workspace, permissions: {} };
    const { run } = await runAgent({ ...options, model: model([{ text: 'one' }]) });
    expect(linesOf(join(trace, run.sessionId, 'trace.jsonl')).length).toBeGreaterThan(3);
    const silent = await runAgent({ ...options, trace: false, model: model([{ text: 'one' }]) });
    expect(existsSync(join(trace, silent.run.sessionId))).toBe(false);
  });

  it('contains no declared secret, even if a text is cut in the middle of one', async () => {
    const workspace = tempFolder();
    const trace = join(workspace, 'traces');
    const secret = 'wJalrXUtnFEMI/K7MDENG"bPxRfiCYEX';
    const plan = planFor(workspace, { secrets: [secret] });
    const text = `${'x'.repeat(7_990)}${secret}`;
    const { run } = await runAgent({
      plan,
      workspace,
      permissions: {},
      trace,
      model: model([{ calls: [{ name: 'Look', input: { [secret]: { deep: [secret] } } }] }, { text }]),
      customTools: [reader('Look', () => secret)],
    });
    const written = readFileSync(join(trace, run.sessionId, 'trace.jsonl'), 'utf8');
    expect(written).toContain('[secret]');
    expect(written).not.toContain('wJalr');
  });

  it('never fails a run: a trace that cannot be written is reported once, before the result', async () => {
    const workspace = tempFolder();
    writeFileSync(join(workspace, 'file'), '');
    const { events, result } = await runAgent({ workspace, trace: join(workspace, 'file'), model: model([{ text: 'ok' }]) });
    expect(result.outcome).toBe('success');
    expect([events[0]?.type, events.at(-1)?.type]).toEqual(['init', 'result']);
    const told = events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));
    expect(told).toEqual([expect.stringMatching(/^The trace .*trace\.jsonl ends here: it cannot be written \(.*ENOTDIR/)]);
  });

  it('ends when the disk is full, with one report (TRACE-01)', async () => {
    const heard: AgentEvent[] = [];
    // The device /dev/full, on which every write fails with ENOSPC.
    const folder = tempFolder();
    const place = { id: 's', header: { artifactDir: folder } as never };
    const { symlinkSync } = await import('node:fs');
    symlinkSync('/dev/full', join(folder, 'trace.jsonl'));
    const emit = traced({ trace: true, secrets: () => [] }, place, (event) => heard.push(event));
    emit(notice('one'));
    emit(notice('two'));
    expect(heard.map((event) => (event.type === 'notice' ? event.message : ''))).toEqual([
      'one',
      expect.stringContaining('ENOSPC'),
      'two',
    ]);
  });
});

describe('a line of a trace (TRACE-01)', () => {
  it('has no field with a secret’s name, at any depth and in any spelling', () => {
    const named = {
      Authorization: 'Bearer x',
      'x-api-key': 'x',
      api_key: 'x',
      accessToken: 'x',
      env: [{ DB_PASSWORD: 'x', clientSecret: { nested: 'x' }, 'Set-Cookie': ['x'] }],
    };
    expect(JSON.stringify(traceable(named, LIMITS))).not.toContain('x"');
    const harmless = { input_tokens: 7, maxTokens: 8, tokens: 'x', secretary: 'x', key: 'x', hasToken: true, token: null };
    expect(traceable(harmless, LIMITS)).toEqual(harmless);
  });

  it('is bounded, whatever a tool returns', () => {
    const large = { type: 'raw', event: Array.from({ length: 5_000 }, () => ({ text: 'y'.repeat(20_000) })) } as AgentEvent;
    expect(traceLine(large, { time: 't' }).length).toBeLessThanOrEqual(64 * 1024);
    const wide = { type: 'raw', event: Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`k${n}`, 'z'.repeat(900)])) };
    expect(traceLine(wide as AgentEvent, { time: 't' }).length).toBeLessThanOrEqual(64 * 1024);
    expect(traceable(new Uint8Array(1_000_000), LIMITS)).toBe('[1000000 bytes]');
  });

  it('describes a value that could not be written', () => {
    const circle: Record<string, unknown> = {};
    circle.again = circle;
    expect(JSON.parse(traceLine({ type: 'raw', event: circle }, { time: 't' }))).toMatchObject({
      type: 'raw',
      omitted: expect.stringContaining('call stack'),
    });
  });
});
