import { describe, expect, it } from 'vitest';
import { scripted } from './cli/scripted.js';
import { loadout } from './lib/loadout.js';
import { eventsIn, rawStatus, type Server, serve, TOKEN, told, waits } from './serve-http.test-kit.js';

describe('loadout serve http (CLI-07)', () => {
  it('starts a run, tells how it is, and its events from the first to the result', async () => {
    const server = await serve({ turns: [{ text: 'Asked: {{prompt}}' }] });
    const { status, headers, body } = await server.start({ prompt: 'Hi.' });
    expect([status, headers.get('location'), body.agent]).toEqual([202, `/runs/${body.id}`, 'helper']);
    const events = await server.events(body.id);
    expect([events[0]?.type, events.at(-1)?.type]).toEqual(['init', 'result']);
    expect(events.map(({ at }) => at)).toEqual(events.map((_, index) => index + 1));
    const ended = await server.ask(`/runs/${body.id}`);
    expect(ended.body).toMatchObject({
      state: 'ended',
      result: { outcome: 'success', text: 'Asked: Hi.' },
      events: events.length,
    });
    expect((await server.ask('/runs')).body.runs.map(({ id }) => id)).toEqual([body.id]);
  });

  it('continues behind the last event that the client saw, also during the run', async () => {
    const server = await serve({ turns: [waits, { text: 'Done.' }] });
    const { body } = await server.start({ prompt: 'Go.' });
    const first = await fetch(`${server.url}/runs/${body.id}/events`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const reader = (first.body as ReadableStream<Uint8Array>).getReader();
    let seen = '';
    while (!seen.includes('"tool_start"')) seen += Buffer.from((await reader.read()).value ?? []).toString();
    await reader.cancel();
    const last = eventsIn(seen).at(-1)?.at ?? 0;
    const rest = server.events(body.id, last);
    server.open();
    const events = await rest;
    expect(events[0]?.at).toBe(last + 1);
    expect(events.at(-1)?.type).toBe('result');
    expect(await server.events(body.id, events.at(-1)?.at)).toEqual([]);
  });

  it('interrupts a run, whose session can be continued', async () => {
    const server = await serve({ turns: [waits, { text: 'Later.' }] });
    const { body } = await server.start({ prompt: 'Go.' });
    expect((await server.ask(`/runs/${body.id}`)).body.state).toBe('running');
    expect((await server.ask(`/runs/${body.id}`, { method: 'DELETE' })).status).toBe(202);
    await server.events(body.id);
    expect((await server.ask(`/runs/${body.id}`)).body.result?.outcome).toBe('interrupted');
    const next = await server.start({ prompt: 'And now?', resume: body.session });
    await server.events(next.body.id);
    expect((await server.ask(`/runs/${next.body.id}`)).body).toMatchObject({
      session: body.session,
      result: { text: 'Later.' },
    });
  });

  it('has at most the allowed number of runs, and says when to retry', async () => {
    const server = await serve({ turns: [waits, { text: 'Done.' }], args: ['--max-runs', '2'] });
    const both = await Promise.all([server.start({ prompt: 'a' }), server.start({ prompt: 'b' })]);
    const third = await server.start({ prompt: 'c' });
    expect([both.map(({ status }) => status), third.status, third.headers.get('retry-after'), third.body.error?.code]).toEqual([
      [202, 202],
      429,
      '5',
      'HTTP_BUSY',
    ]);
    await Promise.all(both.map(({ body }) => server.ask(`/runs/${body.id}`, { method: 'DELETE' })));
    await Promise.all(both.map(({ body }) => server.events(body.id)));
    expect((await server.start({ prompt: 'd' })).status).toBe(202);
  });

  it('answers no request without the token, from a page of another site, or under a foreign host name', async () => {
    const server = await serve({ turns: [{ text: 'Ok.' }], args: ['--allowed-host', 'agents.internal'] });
    const bearer = { authorization: `Bearer ${TOKEN}` };
    expect(await rawStatus(`${server.url}/runs`, {})).toBe(401);
    expect(await rawStatus(`${server.url}/runs`, { authorization: `Bearer ${TOKEN}x` })).toBe(401);
    expect(await rawStatus(`${server.url}/runs`, bearer)).toBe(200);
    expect(await rawStatus(`${server.url}/runs`, { ...bearer, host: 'evil.example' })).toBe(403);
    expect(await rawStatus(`${server.url}/runs`, { ...bearer, host: 'agents.internal:80' })).toBe(200);
    expect(await rawStatus(`${server.url}/runs`, { ...bearer, origin: 'https://evil.example' })).toBe(403);
    expect(await rawStatus(`${server.url}/runs`, { ...bearer, origin: server.url })).toBe(200);
    expect(await rawStatus(`${server.url}/health`, {})).toBe(200);
    expect(await rawStatus(`${server.url}/health`, { host: 'evil.example' })).toBe(403);
  });

  it('says exactly what is wrong with a request, and starts nothing', async () => {
    const server = await serve({ turns: [{ text: 'Ok.' }] });
    const post = (body: string, type = 'application/json') =>
      server.ask('/runs', { method: 'POST', headers: { 'content-type': type }, body });
    const said = async (answer: ReturnType<Server['ask']>) => {
      const { status, body } = await answer;
      return [status, body.error?.code];
    };
    expect(await said(post('{}'))).toEqual([400, 'HTTP_BODY']);
    expect(await said(post('{'))).toEqual([400, 'HTTP_BODY']);
    expect(await said(post('[]'))).toEqual([400, 'HTTP_BODY']);
    expect(await said(post('{"prompt":"a","model":"b"}'))).toEqual([400, 'HTTP_BODY']);
    expect(await said(post('{"prompt":"a","agent":3}'))).toEqual([400, 'HTTP_BODY']);
    expect(await said(post('{"prompt":"a","agent":"helpr"}'))).toEqual([400, 'AGENT_UNKNOWN']);
    expect(await said(post('{"prompt":"a","resume":"none"}'))).toEqual([404, 'SESSION_UNKNOWN']);
    expect(await said(post('{"prompt":"a"}', 'text/plain'))).toEqual([415, 'HTTP_NOT_JSON']);
    expect(await said(post(JSON.stringify({ prompt: 'x'.repeat(1_100_000) })))).toEqual([413, 'HTTP_TOO_LARGE']);
    expect(await said(server.ask('/runs', { method: 'PUT' }))).toEqual([405, 'HTTP_METHOD']);
    expect(await said(server.ask('/run'))).toEqual([404, 'HTTP_ROUTE']);
    expect(await said(server.ask('/runs/none'))).toEqual([404, 'HTTP_RUN_UNKNOWN']);
    expect((await server.ask('/runs')).body.runs).toEqual([]);
  });

  it('denies a call that needs approval, and shows no declared secret', async () => {
    const turns = [{ tools: [{ Write: { file_path: 'new.txt', content: 'x' } }] }, { text: 'Key: s3cr3t-value.' }];
    const server = await serve({
      turns,
      agent: { instructions: 'The key is ${secret:KEY}.' },
      config: { secrets: { KEY: { env: 'KEY' } } },
      env: { LOADOUT_HTTP_TOKEN: TOKEN, KEY: 's3cr3t-value' },
    });
    const { body } = await server.start({ prompt: 'Hi.' });
    const events = await server.events(body.id);
    expect(events.find(({ type }) => type === 'tool_result')).toMatchObject({ outcome: 'denied' });
    const ended = await server.ask(`/runs/${body.id}`);
    expect([JSON.stringify(events), ended.body.result?.text]).toEqual([expect.not.stringContaining('s3cr3t'), 'Key: [secret].']);
  });

  it('at SIGTERM accepts no more runs, and ends when the current runs have ended', async () => {
    const server = await serve({ turns: [waits, { text: 'Done.' }] });
    const { body } = await server.start({ prompt: 'Go.' });
    const events = server.events(body.id);
    server.process.kill('SIGTERM');
    await told(server.process, /(Waiting for 1 run;)/);
    const refused = await server.start({ prompt: 'More.' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    server.open();
    expect((await events).at(-1)).toMatchObject({ type: 'result', result: { outcome: 'success' } });
    expect((await server.process.finished).code).toBe(0);
  });

  it('at a second signal interrupts them', async () => {
    const server = await serve({ turns: [waits, { text: 'Done.' }] });
    await server.start({ prompt: 'Go.' });
    server.process.kill('SIGTERM');
    await told(server.process, /(Waiting for 1 run;)/);
    server.process.kill('SIGTERM');
    expect((await server.process.finished).code).toBe(143);
  });
});

describe('loadout serve http does not start', () => {
  const refused = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const { code, stderr } = await loadout(['serve', 'http', ...args], { cwd: scripted({ turns: [] }), env });
    return [code, /error (\w+)/.exec(stderr)?.[1]];
  };

  it('without an unguessable token, unless a flag says so and only this machine is served', async () => {
    expect(
      await Promise.all([
        refused([]),
        refused([], { LOADOUT_HTTP_TOKEN: 'short' }),
        refused(['--no-auth', '--host', '0.0.0.0']),
        refused(['--token-env', 'OTHER'], { LOADOUT_HTTP_TOKEN: TOKEN }),
        refused(['--no-auth', '--token-env', 'OTHER']),
      ]),
    ).toEqual([
      [2, 'HTTP_NO_TOKEN'],
      [2, 'SERVE_TOKEN'],
      [2, 'HTTP_NO_AUTH'],
      [2, 'HTTP_NO_TOKEN'],
      [2, 'USAGE_FLAGS_TOGETHER'],
    ]);
  });

  it('prints a warning that it asks for no token', async () => {
    const server = await serve({ turns: [{ text: 'Ok.' }], args: ['--no-auth'], env: {} });
    await told(server.process, /(note: No token is required)/);
    expect(await rawStatus(`${server.url}/runs`, {})).toBe(200);
  });
});
