import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message, ModelEvent, ModelProvider, ModelRequest } from '@loadout/core/model';
import { afterAll, describe, expect, it } from 'vitest';
import { scriptedModel } from '../scripted-model.js';
import { cassetteProvider } from './cassette-provider.js';
import { cassetteRecorder, recordCassette } from './record-cassette.js';

const dir = mkdtempSync(join(tmpdir(), 'loadout-cassette-'));
afterAll(() => rmSync(dir, { recursive: true }));

const signal = new AbortController().signal;
const tools = [{ name: 'Read', description: 'Reads.', input_schema: { type: 'object', properties: { a: { type: 'string' } } } }];
const prompt = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const request = (messages: readonly Message[], more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'm',
  system: [{ type: 'text', text: 'Be brief.' }],
  tools,
  messages,
  ...more,
});

async function ask(provider: ModelProvider, of: ModelRequest) {
  const events: ModelEvent[] = [];
  for await (const event of provider.stream(of, { signal })) events.push(event);
  return events;
}

/** Two turns: a read of a path, then the end. */
async function talk(provider: ModelProvider, path = '/home/a') {
  const first = [prompt(`Look at ${path}`)];
  const one = await ask(provider, request(first));
  const content = one.flatMap((event) => (event.type === 'block' ? [event.block] : []));
  const result: Message = {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'toolu_script_1_1', content: `in ${path}\nsecond line` }],
  };
  const second: Message[] = [...first, { role: 'assistant', content }, result];
  return { one, two: await ask(provider, request(second)), second };
}

const script = (path = '/home/a') => scriptedModel([{ text: 'ok', tools: [{ Read: { a: `${path}/x` } }] }, { text: 'done' }]);
const record = async (name: string) => {
  const file = join(dir, 'deep', name);
  return { file, talked: await talk(recordCassette(script(), file)) };
};

describe('a cassette', () => {
  it('replays event by event what was recorded', async () => {
    const { file, talked } = await record('a.jsonl');
    expect(await talk(cassetteProvider(file))).toEqual(talked);
  });

  it('has one readable line per turn with each message once, and contains only the conversation', async () => {
    const { file } = await record('b.jsonl');
    const lines = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => [line.turn, line.request.after, line.request.messages.length])).toEqual([
      [1, undefined, 1],
      [2, 1, 2],
    ]);
    expect(Object.keys(lines[0].request)).toEqual(['model', 'system', 'tools', 'messages']);
  });

  it('says nothing of what is true of one session only, so that it answers another one (LOOP-22)', async () => {
    const { file, talked } = await record('v.jsonl');
    const { system, ...rest } = request(talked.second.slice(0, 1));
    const later = { ...rest, system: [...system, { type: 'text' as const, text: 'Git: other', volatile: true as const }] };
    expect(await ask(cassetteProvider(file), later)).toEqual(talked.one);
  });

  it('is begun anew by the next recorder', async () => {
    await record('c.jsonl');
    const { file } = await record('c.jsonl');
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(2);
  });

  it('names the provider and the API of each turn, also of several providers on one cassette (MODEL-06)', async () => {
    const file = join(dir, 'makers.jsonl');
    const record = cassetteRecorder(file);
    const made = (api: string): ModelProvider => ({ ...scriptedModel([{ text: api }]), name: `of ${api}`, api });
    await ask(record(made('one'), { as: 'first' }), request([prompt('a')]));
    await ask(record(made('two')), request([prompt('b')]));
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line)).map(({ turn, provider, api }) => [turn, provider, api])).toEqual([
      [1, 'first', 'one'],
      [2, 'of two', 'two'],
    ]);
    expect(cassetteProvider(file).api).toBe('one');
    expect(
      await ask(cassetteProvider(file, { expected: { provider: 'first', api: 'one' } }), request([prompt('a')])),
    ).toHaveLength(4);
    const moved = cassetteProvider(file, { expected: { provider: 'other' } });
    await expect(ask(moved, request([prompt('a')]))).rejects.toThrow(/the provider differs\.\n-first\n\+other/);
  });

  it('does not compare the makers of messages, so a cassette of an older version still plays (MODEL-06)', async () => {
    const { file, talked } = await record('old.jsonl');
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    writeFileSync(
      file,
      lines.map((line) => `${JSON.stringify({ ...JSON.parse(line), provider: undefined, api: undefined })}\n`).join(''),
    );
    const origin = { provider: 'cassette', api: 'cassette', model: 'm' };
    const marked = talked.second.map((message) => (message.role === 'assistant' ? { ...message, origin } : message));
    expect(await ask(cassetteProvider(file, { expected: { provider: 'x' } }), request(marked))).toEqual(talked.two);
    expect(cassetteProvider(file).api).toBe('cassette');
  });

  it('answers requests that come in another order', async () => {
    const { file, talked } = await record('d.jsonl');
    const provider = cassetteProvider(file);
    expect(await ask(provider, request(talked.second))).toEqual(talked.two);
    expect(await ask(provider, request(talked.second.slice(0, 1)))).toEqual(talked.one);
  });

  it.each<[string, Partial<ModelRequest>, RegExp]>([
    ['the model', { model: 'other' }, /the model differs\.[\s\S]*-m\n[\s\S]*\+other/],
    [
      'the system prompt',
      { system: [{ type: 'text', text: 'Be long.' }] },
      /the system prompt differs\.[\s\S]*-Be brief\.[\s\S]*\+Be long\./,
    ],
    ['the list of tools', { tools: [] }, /the list of tools differs\.[\s\S]*-Read/],
    ['a schema', { tools: [{ name: 'Read', description: '', input_schema: { type: 'object' } }] }, /the schema of Read differs/],
    [
      'a message',
      { messages: [prompt('Look at /home/a'), prompt('more')] },
      /message 2 differs\.[\s\S]*-\(no message\)[\s\S]*\+user:[\s\S]*\+more/,
    ],
  ])('says which turn and what differs when %s is not as recorded', async (_, more, message) => {
    const { file } = await record('e.jsonl');
    const error = await ask(cassetteProvider(file), request([prompt('Look at /home/a')], more)).catch((thrown) => thrown);
    expect(error.code).toBe('CASSETTE_MISMATCH');
    expect(error.message).toContain('for turn 1');
    expect(error.message).toMatch(message);
  });

  it('shows a long tool result as lines', async () => {
    const { file, talked } = await record('f.jsonl');
    const provider = cassetteProvider(file);
    await ask(provider, request(talked.second.slice(0, 1)));
    const changed = JSON.parse(JSON.stringify(talked.second).replace('second line', 'changed line')) as Message[];
    await expect(ask(provider, request(changed))).rejects.toThrow(
      /turn 2 in the cassette .*: message 3 differs\.\n[\s\S]*-second line\n\+changed line/,
    );
  });

  it('lets the description of a tool change', async () => {
    const { file, talked } = await record('g.jsonl');
    const other = request(talked.second.slice(0, 1), { tools: tools.map((tool) => ({ ...tool, description: 'New.' })) });
    expect(await ask(cassetteProvider(file), other)).toEqual(talked.one);
  });

  it('recorded in one folder plays in another, and what a pattern hides may change', async () => {
    const file = join(dir, 'h.jsonl');
    const rules = (path: string) => ({
      normalise: [
        { text: path, as: '<dir>' },
        { pattern: '\\d{4}-\\d\\d-\\d\\d', as: '<date>' },
      ],
    });
    await talk(recordCassette(script('/home/a'), { file, ...rules('/home/a') }), '/home/a 2020-01-01');
    const { one } = await talk(cassetteProvider(file, rules('/tmp/other')), '/tmp/other 2031-12-31');
    expect(one.find((event) => event.type === 'block' && event.block.type === 'tool_use')).toMatchObject({
      block: { input: { a: '/tmp/other/x' } },
    });
    expect(readFileSync(file, 'utf8')).not.toMatch(/home|2020/);
  });

  it('is named in the error if it is exhausted, missing or damaged', async () => {
    const { file, talked } = await record('i.jsonl');
    const provider = cassetteProvider(file);
    await talk(provider);
    await expect(ask(provider, request(talked.second))).rejects.toMatchObject({ code: 'CASSETTE_ENDED' });
    await expect(ask(cassetteProvider(join(dir, 'none')), request([]))).rejects.toThrow('cannot be read: ENOENT');
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"turn":3,"dig`);
    await expect(ask(cassetteProvider(file), request([]))).rejects.toThrow('line 3 is not JSON');
    writeFileSync(file, '{"turn":1}\n');
    await expect(ask(cassetteProvider(file), request([]))).rejects.toThrow('line 1 is not a recorded turn');
  });

  it('has no turn that failed', async () => {
    const file = join(dir, 'j.jsonl');
    const provider = recordCassette(scriptedModel([{ text: 'a' }]), file);
    await ask(provider, request([prompt('x')]));
    await ask(provider, request([prompt('x'), { role: 'assistant', content: [] }, prompt('y')])).catch(() => {});
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(1);
  });
});
