import { type StreamResponse, TaskState } from '@a2a-js/sdk';
import { describe, expect, it } from 'vitest';
import { PLACE, raw, served, TOKEN } from '../../serve/src/served.test-kit.js';
import { a2aClient as clientOf, message, said, type Where } from './a2a-client.test-kit.js';

const BEARER = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

async function all(stream: AsyncGenerator<StreamResponse>): Promise<StreamResponse['payload'][]> {
  const payloads = [];
  for await (const { payload } of stream) payloads.push(payload);
  return payloads;
}

const NOTES = [{ tools: [{ Note: { a: 1 } }] }, { text: 'Noted.' }, { text: 'Later.' }];

describe('the card of an agent', () => {
  it('says where the agent is and what it can do', async () => {
    const { url } = await served({ agent: { description: 'Helps.' } });
    const card = await (await clientOf(url)).getAgentCard();
    expect(card).toMatchObject({
      name: 'helper',
      description: 'Helps.',
      capabilities: { streaming: true, pushNotifications: false },
    });
    expect(card.supportedInterfaces).toMatchObject([
      { url: `${url}/a2a/helper`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ]);
  });
});

describe('a task over A2A', () => {
  it('is a run whose answer is an artifact, and its context a session', async () => {
    const client = await clientOf((await served({ turns: [{ text: 'Asked: {{prompt}}' }, { text: 'Again: {{prompt}}' }] })).url);
    const first = said(await client.sendMessage(message({ text: 'Hi.' })));
    expect(first).toMatchObject({ state: 'TASK_STATE_COMPLETED', texts: ['Asked: Hi.'] });
    const second = said(await client.sendMessage(message({ text: 'More.' }, { contextId: first.contextId })));
    expect(second).toMatchObject({ contextId: first.contextId, texts: ['Again: More.'] });
    expect(second.id).not.toBe(first.id);
    expect(said(await client.getTask({ tenant: '', id: first.id }))).toEqual(first);
  });

  it('is streamed from its start to its end, with the texts on the way', async () => {
    const turns = [{ text: 'Let me look.', tools: [{ Look: {} }] }, { text: 'Seen.' }];
    const client = await clientOf((await served({ turns })).url);
    const payloads = await all(client.sendMessageStream(message({ text: 'Look.' })));
    expect(payloads.map((payload) => payload?.$case)).toEqual([
      'task',
      'statusUpdate',
      'statusUpdate',
      'artifactUpdate',
      'statusUpdate',
    ]);
    expect(payloads.at(-1)?.value).toMatchObject({ status: { state: TaskState.TASK_STATE_COMPLETED } });
    expect(payloads[3]?.value).toMatchObject({ artifact: { parts: [{ content: { $case: 'text', value: 'Seen.' } }] } });
  });

  it('takes a file, and tells a denial with its rule, its file and its line', async () => {
    const server = await served({ turns: [{ tools: [{ Forbidden: {} }] }, { text: 'I could not: {{prompt}}' }] });
    const client = await clientOf(server.url);
    const file = { raw: Buffer.from('Line one.').toString('base64'), mediaType: 'text/plain', filename: 'a.txt' };
    const { texts } = said(await client.sendMessage(message(file)));
    expect(texts[0]).toContain(`${PLACE.file}:${PLACE.line}:${PLACE.column}`);
    expect(texts[1]).toContain('The file "a.txt":\nLine one.');
  });

  it('that needs an approval requires input, and is the same task after it', async () => {
    const server = await served({ turns: NOTES });
    const client = await clientOf(server.url);
    const asked = said(await client.sendMessage(message({ text: 'Note.' })));
    expect(asked).toMatchObject({ state: 'TASK_STATE_INPUT_REQUIRED', data: [{ tool: 'Note', input: { a: 1 } }] });
    expect(server.notes).toEqual([]);
    const answer = (approved: boolean, where: Where) => client.sendMessage(message({ data: { approved } }, where));
    await expect(client.sendMessage(message({ text: 'Yes.' }, { taskId: asked.id }))).rejects.toThrow(
      'approved is true or false',
    );
    const words = { data: { texts: ['No!'] } };
    await expect(client.sendMessage(message(words, { taskId: asked.id }))).rejects.toThrow('only approved gives');
    const done = said(await answer(true, { taskId: asked.id, contextId: asked.contextId }));
    expect([done, server.notes]).toEqual([{ ...asked, state: 'TASK_STATE_COMPLETED', texts: ['Noted.'], data: [] }, [{ a: 1 }]]);
    expect(said(await client.getTask({ tenant: '', id: asked.id }))).toEqual(done);
    await expect(answer(true, { taskId: asked.id })).rejects.toThrow('TASK_STATE_COMPLETED');
    expect(server.notes).toEqual([{ a: 1 }]);
  });

  it('that is denied completes without the call', async () => {
    const server = await served({ turns: NOTES });
    const client = await clientOf(server.url);
    const asked = said(await client.sendMessage(message({ text: 'Note.' })));
    const done = said(
      await client.sendMessage(message({ data: { approved: false, message: 'Not today.' } }, { taskId: asked.id })),
    );
    expect([done.state, server.notes]).toEqual(['TASK_STATE_COMPLETED', []]);
    expect(done.texts.join()).toContain('Not today.');
  });

  it('takes no answer for another task, another agent or another context', async () => {
    const server = await served({ turns: NOTES });
    const [client, other] = [await clientOf(server.url), await clientOf(server.url, 'other')];
    const [one, two] = [
      said(await client.sendMessage(message({ text: 'a' }))),
      said(await client.sendMessage(message({ text: 'b' }))),
    ];
    const data = { approved: true };
    await expect(other.sendMessage(message({ data }, { taskId: one.id }))).rejects.toThrow('no task');
    await expect(client.sendMessage(message({ data }, { taskId: one.id, contextId: two.contextId }))).rejects.toThrow(
      'contextId',
    );
    await expect(client.sendMessage(message({ data: { ...data, call: 'x' } }, { taskId: one.id }))).rejects.toThrow('"x"');
    await expect(client.sendMessage(message({ data }))).rejects.toThrow('taskId');
    await expect(other.sendMessage(message({ text: 'c' }, { contextId: one.contextId }))).rejects.toThrow('another agent');
    expect(server.notes).toEqual([]);
  });

  it('goes on without its client, which subscribes to it again', async () => {
    const server = await served({ turns: [{ text: 'Wait.', tools: [{ Wait: {} }] }, { text: 'Done.' }] });
    const client = await clientOf(server.url);
    const going = new AbortController();
    const lost = all(client.sendMessageStream(message({ text: 'Go.' }), { signal: going.signal })).catch(() => {});
    const signal = await server.waiting;
    going.abort();
    await lost;
    const [run] = await server.runs.list();
    const again = client.resubscribeTask({ tenant: '', id: run?.id ?? '' });
    const first = (await again.next()).value?.payload;
    expect(first).toMatchObject({ $case: 'task', value: { status: { state: TaskState.TASK_STATE_WORKING } } });
    expect(signal.aborted).toBe(false);
    server.open('ok');
    const last = (await all(again)).at(-1);
    expect(last?.value).toMatchObject({ status: { state: TaskState.TASK_STATE_COMPLETED } });
    await expect(all(client.resubscribeTask({ tenant: '', id: run?.id ?? '' }))).rejects.toThrow('TASK_STATE_COMPLETED');
  });

  it('is canceled', async () => {
    const server = await served({ turns: [{ text: 'Wait.', tools: [{ Wait: {} }] }, { text: 'Done.' }] });
    const client = await clientOf(server.url);
    const { id, state } = said(await client.sendMessage(message({ text: 'Go.' }, {}, { returnImmediately: true })));
    expect(state).toBe('TASK_STATE_WORKING');
    await server.waiting;
    expect(said(await client.cancelTask({ tenant: '', id, metadata: undefined })).state).toBe('TASK_STATE_CANCELED');
    await expect(client.cancelTask({ tenant: '', id, metadata: undefined })).rejects.toThrow('TASK_STATE_CANCELED');
  });

  it('fails with the reason of the run', async () => {
    const client = await clientOf((await served({ turns: [{ tools: [{ Look: {} }] }] })).url);
    expect(said(await client.sendMessage(message({ text: 'Go.' })))).toMatchObject({
      state: 'TASK_STATE_FAILED',
      texts: [expect.stringContaining('script')],
    });
  });
});

describe('a request of A2A', () => {
  it('needs the token, a Host and an Origin of this server', async () => {
    const { url, runs } = await served();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: {} });
    for (const [path, method] of [
      ['/a2a/helper', 'POST'],
      ['/a2a/helper/.well-known/agent-card.json', 'GET'],
    ] as const) {
      const send = (headers: Readonly<Record<string, string>>) =>
        raw(`${url}${path}`, { method, headers, body: method === 'GET' ? '' : body });
      expect((await send({})).status).toBe(401);
      expect((await send({ ...BEARER, host: 'evil.example' })).status).toBe(403);
      expect((await send({ ...BEARER, origin: 'https://evil.example' })).status).toBe(403);
    }
    expect(await runs.list()).toEqual([]);
  });

  it('that cannot be read starts nothing, and says why by the codes of A2A', async () => {
    const { url, runs } = await served();
    const codeOf = async (call: object, headers: Readonly<Record<string, string>> = { 'a2a-version': '1.0' }) => {
      const { body } = await raw(`${url}/a2a/helper`, { headers: { ...BEARER, ...headers }, body: JSON.stringify(call) });
      return (JSON.parse(body) as { error: { code: number } }).error.code;
    };
    const call = (method: string, params: unknown = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
    expect(await codeOf({})).toBe(-32600);
    expect(await codeOf({ ...call('GetTask'), id: {} })).toBe(-32600);
    expect(await codeOf(call('GetTask'), {})).toBe(-32009);
    expect(await codeOf(call('None'))).toBe(-32601);
    expect(await codeOf(call('constructor'))).toBe(-32601);
    expect(await codeOf(call('GetExtendedAgentCard'))).toBe(-32004);
    expect(await codeOf(call('GetTask', []))).toBe(-32602);
    expect(await codeOf(call('GetTask', { id: 'none' }))).toBe(-32001);
    for (const id of ['../../etc', 'x'.repeat(1_000_000), 5]) expect(await codeOf(call('GetTask', { id }))).toBe(-32602);
    for (const part of [{ url: 'http://127.0.0.1:1/' }, {}, null, { raw: 'AA==', mediaType: 'audio/wav' }])
      expect(await codeOf(call('SendMessage', { message: { parts: [part] } }))).toBe(-32602);
    expect(await codeOf(call('SendMessage', { message: { parts: [] } }))).toBe(-32602);
    for (const contextId of ['latest', 'context-r2'])
      expect(await codeOf(call('SendMessage', { message: { contextId, parts: [{ text: 'Hi.' }] } }))).toBe(-32602);
    expect((await raw(`${url}/a2a/none`, { headers: BEARER })).status).toBe(404);
    expect((await raw(`${url}/a2a`, { headers: BEARER })).status).toBe(404);
    expect((await raw(`${url}/a2a/helper`, { method: 'GET', headers: BEARER })).status).toBe(405);
    expect((await raw(`${url}/a2a/helper`, { headers: BEARER, body: JSON.stringify({ a: 'x'.repeat(9_000_000) }) })).status).toBe(
      413,
    );
    expect(await runs.list()).toEqual([]);
  });
});
