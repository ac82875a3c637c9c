import type { Message, RunAgentInput } from '@ag-ui/client';
import { describe, expect, it } from 'vitest';
import { PLACE, raw, served, TOKEN } from '../../serve/src/served.test-kit.js';
import { agUiClient as clientOf, type Event } from './ag-ui-client.test-kit.js';

const BEARER = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

const textOf = (messages: readonly Message[]) => messages.map(({ role, content }) => `${role}: ${String(content ?? '')}`);

describe('POST /agui', () => {
  it('tells a run in the order that the client checks, and the next run continues the thread', async () => {
    const { url } = await served({ turns: [{ thinking: 'Hm.', text: 'Asked: {{prompt}}' }, { text: 'Again: {{prompt}}' }] });
    const client = clientOf(url);
    await client.ask('Hi.');
    expect(client.types()).toEqual([
      'RUN_STARTED',
      'REASONING_START',
      'REASONING_MESSAGE_START',
      'REASONING_MESSAGE_CONTENT',
      'REASONING_MESSAGE_END',
      'REASONING_END',
      'TEXT_MESSAGE_START',
      ...client.types().filter((type) => type === 'TEXT_MESSAGE_CONTENT'),
      'TEXT_MESSAGE_END',
      'RUN_FINISHED',
    ]);
    await client.ask('More.');
    expect(textOf(client.agent.messages).filter((text) => !text.startsWith('reasoning'))).toEqual([
      'user: Hi.',
      'assistant: Asked: Hi.',
      'user: More.',
      'assistant: Again: More.',
    ]);
  });

  it('shows calls with their inputs and results, and a denial with its rule, its file and its line', async () => {
    const turns = [{ text: 'Let me look.', tools: [{ Look: { path: 'a' } }, { Forbidden: {} }] }, { text: 'Seen.' }];
    const { url, notes } = await served({ turns });
    const client = clientOf(url);
    await client.ask('Look.');
    const results = client.events.filter(({ type }) => type === 'TOOL_CALL_RESULT').map(({ content }) => String(content));
    expect(results[0]).toBe('seen');
    expect(results[1]).toContain(`${PLACE.file}:${PLACE.line}:${PLACE.column}`);
    expect(client.events.find(({ type }) => type === 'TOOL_CALL_ARGS')).toMatchObject({ delta: '{"path":"a"}' });
    expect(notes).toEqual([]);
  });

  it('makes a call that needs an approval an interrupt, which the client resolves once', async () => {
    const server = await served({ turns: [{ tools: [{ Note: { a: 1 } }] }, { text: 'Noted.' }, { text: 'Later.' }] });
    const client = clientOf(server.url);
    await client.ask('Note.');
    const finished = client.events.at(-1) as Event & {
      outcome: { type: string; interrupts: { id: string; toolCallId: string }[] };
    };
    expect(finished.outcome).toMatchObject({ type: 'interrupt', interrupts: [{ metadata: { tool: 'Note', input: { a: 1 } } }] });
    expect(server.notes).toEqual([]);
    const id = finished.outcome.interrupts[0]?.id ?? '';
    const resume = [{ interruptId: id, status: 'resolved' as const, payload: { approved: true } }];
    await client.run({ resume });
    expect([server.notes, client.types().at(-1)]).toEqual([[{ a: 1 }], 'RUN_FINISHED']);
    expect(textOf(client.agent.messages).at(-1)).toBe('assistant: Noted.');
    const again = await post(server.url, { ...INPUT, resume });
    expect([again.status, again.body]).toEqual([400, expect.stringContaining('AGUI_WAITS')]);
    expect(server.notes).toEqual([{ a: 1 }]);
  });

  it('leaves a call undone whose interrupt is cancelled', async () => {
    const server = await served({ turns: [{ tools: [{ Note: { a: 1 } }] }, { text: 'Not noted.' }] });
    const client = clientOf(server.url);
    await client.ask('Note.');
    const finished = client.events.at(-1) as Event & { outcome: { interrupts: { id: string }[] } };
    await client.run({ resume: [{ interruptId: finished.outcome.interrupts[0]?.id ?? '', status: 'cancelled' }] });
    expect([server.notes, textOf(client.agent.messages).at(-1)]).toEqual([[], 'assistant: Not noted.']);
  });

  it('takes no answer of another thread, and no new message while one waits', async () => {
    const server = await served({ turns: [{ tools: [{ Note: {} }] }, { text: 'Noted.' }] });
    await clientOf(server.url, 'one').ask('Note.');
    await clientOf(server.url, 'two').ask('Note.');
    const asks = (await server.runs.newest('one'))?.asks ?? [];
    const resume = asks.map(({ call }) => ({ interruptId: `${call}x`, status: 'resolved', payload: { approved: true } }));
    const words = asks.map(({ call }) => ({ interruptId: call, status: 'resolved', payload: { texts: ['No!'] } }));
    expect((await post(server.url, { ...INPUT, threadId: 'one', resume: words })).status).toBe(400);
    for (const threadId of ['one', 'two', 'three'])
      expect((await post(server.url, { ...INPUT, threadId, resume })).status).toBe(400);
    expect((await post(server.url, { ...INPUT, threadId: 'one' })).status).toBe(400);
    expect(server.notes).toEqual([]);
  });

  it('interrupts the run when the client goes away', async () => {
    const server = await served({ turns: [{ text: 'Wait.', tools: [{ Wait: {} }] }, { text: 'Done.' }] });
    const client = clientOf(server.url);
    const asked = client.ask('Go.').catch(() => {});
    const signal = await server.waiting;
    client.agent.abortRun();
    await expect.poll(() => signal.aborted).toBe(true);
    await asked;
  });

  it('tells a failed run as an error', async () => {
    const { url } = await served({ turns: [{ tools: [{ Look: {} }] }] });
    const client = clientOf(url);
    await client.ask('Go.').catch(() => {});
    expect(client.events.find(({ type }) => type === 'RUN_ERROR')).toMatchObject({ code: 'SCRIPT_ENDED' });
  });

  it('needs the token, a Host and an Origin of this server, and an input that it can read', async () => {
    const { url, runs } = await served();
    expect((await post(url, INPUT, {})).status).toBe(401);
    expect((await post(url, INPUT, { ...BEARER, host: 'evil.example' })).status).toBe(403);
    expect((await post(url, INPUT, { ...BEARER, origin: 'https://evil.example' })).status).toBe(403);
    expect((await raw(`${url}/agui/helper`, { method: 'GET', headers: BEARER })).status).toBe(405);
    expect((await raw(`${url}/agui/a/b`, { headers: BEARER })).status).toBe(404);
    expect((await post(url, INPUT, BEARER, '/agui/none')).status).toBe(400);
    expect((await post(url, { ...INPUT, messages: 'x'.repeat(9_000_000) })).status).toBe(413);
    const far = [{ type: 'image', source: { type: 'url', value: 'http://127.0.0.1:1/a.png' } }];
    const wrong: Partial<Record<keyof RunAgentInput, unknown>>[] = [
      { threadId: '../../etc' },
      { threadId: 'latest' },
      { threadId: 'thread-r2' },
      { threadId: 'x'.repeat(100_000) },
      { runId: 5 },
      { messages: [] },
      { messages: [{ role: 'user', content: far }] },
      { messages: [{ role: '__proto__' }] },
      { tools: [{ name: 'f', description: '', parameters: {} }] },
      { resume: [{ interruptId: 'a', status: 'resolved' }] },
      { context: 5 },
    ];
    for (const change of wrong) expect([change, (await post(url, { ...INPUT, ...change })).status]).toEqual([change, 400]);
    expect(await runs.list()).toEqual([]);
  });
});

const INPUT: Partial<Record<keyof RunAgentInput, unknown>> = {
  threadId: 'thread-1',
  runId: 'run-1',
  state: {},
  messages: [{ id: 'm', role: 'user', content: 'Hi.' }],
  tools: [],
  context: [],
  forwardedProps: {},
};

const post = (url: string, input: object, headers: Readonly<Record<string, string>> = BEARER, path = '/agui/helper') =>
  raw(`${url}${path}`, { headers, body: JSON.stringify(input) });
