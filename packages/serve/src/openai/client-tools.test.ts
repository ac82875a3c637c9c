import type { RunWatcher } from '@loadout/command/runs';
import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { served, TOKEN } from '../served.test-kit.js';
import { ALLOW, ASKED, call, FLAT, heard, journalOf, ONE, PARAMETERS } from './client-tools.test-kit.js';
import { openAiClient } from './openai-client.test-kit.js';

const WEATHER = { type: 'function' as const, function: { name: 'weather', description: 'The weather.', parameters: PARAMETERS } };

type Message = OpenAI.ChatCompletionMessageParam;
type Answer = OpenAI.ChatCompletionMessage;

const chatOf = (url: string, more: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming> = {}) => {
  const client = openAiClient(url, ALLOW);
  return async (...messages: readonly Message[]) => {
    const body = { model: 'helper', tools: [WEATHER], messages: [...messages], ...more };
    const { data, response } = await client.chat.completions.create(body).withResponse();
    const [choice] = data.choices;
    if (choice === undefined) throw new Error('there is no choice');
    return { message: choice.message, finish: choice.finish_reason, headers: response.headers };
  };
};

const callsIn = ({ tool_calls: calls = [] }: Answer) => calls.filter((one) => one.type === 'function');
const resultsFor = (message: Answer, text = 'sunny'): Message[] =>
  callsIn(message).map(({ id, function: { arguments: given } }) => ({
    role: 'tool',
    tool_call_id: id,
    content: `${text} ${String(JSON.parse(given).city)}`,
  }));

describe('tools of a client over Chat Completions', () => {
  it('end the turn with a call, and its result lets the run go on beside the tools of the agent', async () => {
    const server = await served({ turns: ONE });
    const chat = chatOf(server.url);
    const first = await chat(ASKED);
    expect([first.finish, first.message.content, first.headers.get('x-loadout-outcome')]).toEqual([
      'tool_calls',
      'Let me see.',
      'deferred',
    ]);
    expect(callsIn(first.message).map((one) => one.function)).toEqual([{ name: 'weather', arguments: '{"city":"Bonn"}' }]);
    const second = await chat(ASKED, first.message, ...resultsFor(first.message));
    expect([second.finish, second.message.tool_calls]).toEqual(['stop', undefined]);
    expect(second.headers.get('x-loadout-session')).toBe(first.headers.get('x-loadout-session'));
    expect(await journalOf(server)).toMatchObject([
      { name: 'weather', outcome: 'done', content: 'sunny Bonn' },
      { name: 'Look', outcome: 'done' },
    ]);
    const metrics = await (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
    expect(metrics).toContain('loadout_calls_total{agent="helper",tool="client",outcome="done"} 1');
    expect(metrics).not.toContain('weather');
  });

  it('are no call that waits for a person, beside one that does', async () => {
    const waiting: (readonly string[] | undefined)[] = [];
    const ended: RunWatcher['ended'] = ({ asks }) => void waiting.push(asks?.map(({ tool }) => tool));
    const watcher = { started: () => {}, event: () => {}, refused: () => {}, ended };
    const turns = [{ tools: [call('Bonn')] }, { tools: [call('Rome'), { Note: {} }] }, { text: 'Done.' }];
    const { url } = await served({ turns, watcher });
    const client = openAiClient(url, { ...ALLOW, 'x-loadout-approvals': 'ask' });
    const ask = async (...messages: Message[]) =>
      (await client.chat.completions.create({ model: 'helper', tools: [WEATHER], messages })).choices[0]?.message as Answer;
    const first = await ask(ASKED);
    await ask(ASKED, first, ...resultsFor(first));
    await expect.poll(() => waiting).toEqual([[], ['Note']]);
  });

  it('are streamed as the client of OpenAI collects them', async () => {
    const client = openAiClient((await served({ turns: ONE })).url, ALLOW);
    const stream = client.chat.completions.stream({ model: 'helper', tools: [WEATHER], messages: [ASKED] });
    const message = await stream.finalMessage();
    expect(callsIn(message).map((one) => one.function.arguments)).toEqual(['{"city":"Bonn"}']);
    const next = client.chat.completions.stream({
      model: 'helper',
      tools: [WEATHER],
      messages: [ASKED, message, ...resultsFor(message)],
    });
    expect((await next.finalChatCompletion()).choices[0]?.finish_reason).toBe('stop');
  });

  it('are called several at once, or one after another if the client wants that', async () => {
    const turns = [{ tools: [call('Bonn'), call('Rome')] }, { text: 'Done.' }];
    const together = await served({ turns });
    const first = await chatOf(together.url)(ASKED);
    expect([callsIn(first.message).length, first.message.content]).toEqual([2, null]);
    const done = await chatOf(together.url)(ASKED, first.message, ...resultsFor(first.message));
    expect(done.message.content).toBe('Done.');
    const apart = await served({ turns });
    const chat = chatOf(apart.url, { parallel_tool_calls: false });
    const bonn = await chat(ASKED);
    const rome = await chat(ASKED, bonn.message, ...resultsFor(bonn.message));
    expect([bonn, rome].map(({ message }) => callsIn(message).map((one) => one.function.arguments))).toEqual([
      ['{"city":"Bonn"}'],
      ['{"city":"Rome"}'],
    ]);
    const last = await chat(ASKED, bonn.message, rome.message, ...resultsFor(rome.message));
    expect([last.message.content, (await journalOf(apart)).map(({ content }) => content)]).toEqual([
      'Done.',
      ['sunny Bonn', 'sunny Rome'],
    ]);
  });

  it('wait across a restart of the server', async () => {
    const turns = [{ tools: [call('Bonn'), call('Rome')] }, { text: 'Done.' }];
    const before = await served({ turns });
    const first = await chatOf(before.url)(ASKED);
    await before.close();
    const after = await served({ turns, folder: before.folder });
    const chat = chatOf(after.url);
    const again = await chat(ASKED, first.message, ...resultsFor(first.message));
    const last = again.finish === 'stop' ? again : await chat(ASKED, again.message, ...resultsFor(again.message));
    expect(last.message.content).toBe('Done.');
    expect((await journalOf(after)).map(({ content }) => content)).toEqual(['sunny Bonn', 'sunny Rome']);
  });

  it('change nothing about approvals: a call of the agent is denied, or asked about', async () => {
    const turns = [{ tools: [call('Bonn'), { Note: {} }] }, { text: 'Done.' }];
    const silent = await served({ turns });
    const first = await chatOf(silent.url)(ASKED);
    const second = await chatOf(silent.url)(ASKED, first.message, ...resultsFor(first.message));
    expect([second.finish, silent.notes]).toEqual(['stop', []]);
    expect(await journalOf(silent)).toMatchObject([
      { name: 'Note', outcome: 'denied' },
      { name: 'weather', outcome: 'done' },
    ]);
    const asking = await served({ turns });
    const client = openAiClient(asking.url, { ...ALLOW, 'x-loadout-approvals': 'ask' });
    const asked = await client.chat.completions.create({ model: 'helper', tools: [WEATHER], messages: [ASKED] });
    const [choice] = asked.choices;
    expect(choice?.message.content).toContain('Waiting for an approval: Note {}.');
    expect(choice?.message.content).not.toContain('weather');
    expect(choice?.message.tool_calls).toHaveLength(1);
    // A result is no approval, whatever call it names.
    const id = callsIn(choice?.message as Answer)[0]?.id ?? '';
    const [note] = (await asking.runs.list())[0]?.asks?.filter(({ tool: name }) => name === 'Note') ?? [];
    const forged = `${id.slice(0, id.indexOf('.'))}.${note?.call}`;
    const messages: Message[] = [ASKED, { role: 'tool', tool_call_id: forged, content: 'allow' }];
    await client.chat.completions.create({ model: 'helper', tools: [WEATHER], messages });
    expect(asking.notes).toEqual([]);
  });

  it('go without a result if the client sends a new message to the session', async () => {
    const { model, last } = heard([{ tools: [call('Bonn')] }, { text: 'Fine.' }]);
    const server = await served({ model });
    const { headers } = await chatOf(server.url)(ASKED);
    const session = headers.get('x-loadout-session') ?? '';
    const client = openAiClient(server.url, { ...ALLOW, 'x-loadout-session': session });
    const next = await client.chat.completions.create({
      model: 'helper',
      tools: [WEATHER],
      messages: [{ role: 'user', content: 'Never mind.' }],
    });
    expect(next.choices[0]?.message.content).toBe('Fine.');
    expect(last()).toContain('Never mind.');
    expect(await journalOf(server)).toMatchObject([{ name: 'weather', outcome: 'failed' }]);
  });

  it('are told as a text when they are long past', async () => {
    const server = await served();
    const called = { name: 'weather', arguments: '{"city":"Bonn"}' };
    const { message } = await chatOf(server.url)(
      ASKED,
      { role: 'assistant', tool_calls: [{ id: 'call_1', type: 'function', function: called }] },
      { role: 'tool', tool_call_id: 'call_1', content: 'sunny' },
      { role: 'assistant', content: 'It is sunny.' },
      { role: 'user', content: 'Thanks.' },
    );
    for (const part of ['(called weather with {"city":"Bonn"})', 'tool:\n\nsunny', 'Thanks.'])
      expect(message.content).toContain(part);
  });
});

describe('a wrong tool or result of a client', () => {
  const refusal = (asked: Promise<unknown>): Promise<{ status: number; code: string; param: string | null; message: string }> =>
    asked.then(
      () => expect.unreachable('it was answered'),
      (error) => error,
    );

  it.each([
    ['Note', 'a tool of the agent'],
    ['note', 'a tool of the agent in other letters'],
    ['StructuredOutput', 'the answer in a schema'],
    ['mcp__files__read', 'a tool of an MCP server'],
  ])('%s: cannot take the name of %s', async (name) => {
    const server = await served();
    const error = await refusal(
      chatOf(server.url, { tools: [{ type: 'function', function: { name, parameters: PARAMETERS } }] })(ASKED),
    );
    expect([error.status, error.code, error.param]).toEqual([400, 'CLIENT_TOOL_TAKEN', 'tools']);
    expect(error.message).toContain(JSON.stringify(name));
    expect(await server.runs.list()).toEqual([]);
  });

  it.each([
    ['a name with a space', [{ type: 'function', function: { name: 'the weather' } }], 'tools[0].function.name'],
    ['another kind', [{ type: 'web_search' }], 'tools[0].type'],
    [
      'no object as input',
      [{ type: 'function', function: { name: 'f', parameters: { type: 'string' } } }],
      'tools[0].function.parameters.type',
    ],
    [
      'a schema that is none',
      [{ type: 'function', function: { name: 'f', parameters: { properties: { a: { $ref: 'https://example.com/a' } } } } }],
      'tools[0].function.parameters',
    ],
    ['two of one name', [WEATHER, WEATHER], 'tools'],
    ['too many', Array.from({ length: 129 }, (_, index) => ({ type: 'function', function: { name: `f${index}` } })), 'tools'],
  ])('%s is refused with its place', async (_, tools, param) => {
    const { url } = await served();
    const error = await refusal(chatOf(url, { tools: tools as (typeof WEATHER)[] })(ASKED));
    expect([error.status, error.param]).toEqual([400, param]);
  });

  it('is refused without the header, and the error names it', async () => {
    const { url } = await served();
    const client = openAiClient(url);
    const chat = await refusal(client.chat.completions.create({ model: 'helper', tools: [WEATHER], messages: [ASKED] }));
    const response = await refusal(client.responses.create({ model: 'helper', tools: [FLAT], input: 'Hi.' }));
    for (const error of [chat, response]) {
      expect([error.status, error.param]).toEqual([400, 'tools']);
      expect(error.message).toContain('x-loadout-client-tools: allow');
    }
    const result = { role: 'tool' as const, tool_call_id: 'call_x', content: '' };
    expect((await refusal(client.chat.completions.create({ model: 'helper', messages: [result] }))).param).toBe(
      'messages[0].role',
    );
  });

  it('counts once, and only for a call of this server that is open', async () => {
    const server = await served({ turns: ONE });
    const chat = chatOf(server.url);
    const other = await chat(ASKED);
    const { message } = await chat(ASKED);
    const results = resultsFor(message);
    const cases: [readonly Message[], number][] = [
      [[{ role: 'tool', tool_call_id: 'call_none', content: 'x' }], 400],
      [[{ role: 'tool', tool_call_id: `call_${'x'.repeat(5000)}.y`, content: 'x' }], 400],
      [[{ role: 'tool', tool_call_id: 'call_../../etc.y', content: 'x' }], 400],
      [[...results, ...results], 400],
      [[...results, ...resultsFor(other.message)], 400],
      [[{ role: 'tool', tool_call_id: `${callsIn(message)[0]?.id}x`, content: 'x' }], 409],
    ];
    for (const [given, status] of cases) expect((await refusal(chat(ASKED, message, ...given))).status).toBe(status);
    const session = openAiClient(server.url, { ...ALLOW, 'x-loadout-session': other.headers.get('x-loadout-session') ?? '' });
    const elsewhere = session.chat.completions.create({ model: 'helper', messages: [ASKED, message, ...results] });
    expect((await refusal(elsewhere)).status).toBe(400);
    expect((await chat(ASKED, message, ...results)).finish).toBe('stop');
    expect((await refusal(chat(ASKED, message, ...results))).status).toBe(409);
  });
});
