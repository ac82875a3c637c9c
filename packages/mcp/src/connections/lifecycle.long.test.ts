import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { taggedProcesses } from '@loadout/node';
import { callTool } from '@loadout/testing';
import { McpServer } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { everythingOver, freePort, hostile, relay } from '../testing/servers.js';
import { afterThis, context, temporaryFolder, until, withServers } from '../testing/with-servers.js';
import type { McpNotice } from './host.js';
import { McpConnections } from './mcp-connections.js';

const make = (
  servers: ConstructorParameters<typeof McpConnections>[0]['servers'],
  { notices = [] as McpNotice[], patienceMs = undefined as number | undefined } = {},
) => {
  const folder = temporaryFolder();
  const env = { PATH: process.env.PATH ?? '', MARK: folder };
  const connections = new McpConnections({ servers, cwd: folder, env, onNotice: (notice) => notices.push(notice), patienceMs });
  afterThis(() => connections.close());
  return { connections, processes: () => taggedProcesses(folder) };
};

it('nothing is started before the session starts', () => {
  const { connections, processes } = make({ s: hostile('good') });
  expect(processes()).toEqual([]);
  expect(connections.tools()).toEqual([]);
  expect(connections.status()).toMatchObject([{ state: 'pending' }]);
});

it('MCP-06: ready waits for a required server, and rejects with the reason when it is not there', async () => {
  const { connections, processes } = make({ must: { ...hostile('good'), start: 'required' } });
  await connections.ready();
  await connections.ready();
  expect(connections.tools().length).toBeGreaterThan(0);
  expect(processes()).toHaveLength(1);
  const broken = make({ must: { ...hostile('exit-initialize'), start: 'required' } });
  await expect(broken.connections.ready()).rejects.toMatchObject({
    code: 'MCP_REQUIRED_FAILED',
    message: expect.stringMatching(/required MCP server "must".*exited with code 7/s),
  });
});

it('ready waits for every server that is not lazy, at once, for its start timeout and no longer, and never rejects for them (G1, MCP-06, MCP-07)', async () => {
  const slow = { ...hostile('hang-initialize'), startTimeout: 300 };
  const notices: McpNotice[] = [];
  const { connections, processes } = make(
    { hangs: slow, hangsToo: { ...slow, start: 'eager' }, lazy: { ...hostile('good'), start: 'lazy' }, works: hostile('good') },
    { notices },
  );
  await connections.ready();
  const states = Object.fromEntries(connections.status().map(({ key, state, problem }) => [key, [state, problem]]));
  expect(states).toEqual({
    hangs: ['pending', expect.stringMatching(/not ready after 300 ms; it stopped at its start/)],
    hangsToo: ['pending', expect.stringContaining('not ready')],
    lazy: ['pending', undefined],
    works: ['connected', undefined],
  });
  expect(notices.map(({ server }) => server).toSorted()).toEqual(['hangs', 'hangsToo']);
  expect(notices[0]?.message).toContain('The run continues without its tools.');
  expect(processes()).toHaveLength(3);
});

it('a caller with less patience waits no longer than that (G1)', async () => {
  const { connections } = make({ s: hostile('hang-initialize') }, { patienceMs: 100 });
  await connections.ready();
  expect(connections.status()).toMatchObject([{ state: 'pending', problem: expect.stringContaining('after 100 ms') }]);
});

it('a server that is late joins when it is ready (G1)', async () => {
  const folder = temporaryFolder();
  const go = join(folder, 'go');
  const { connections } = make({ late: { ...hostile('waits-for', go), startTimeout: 200 } });
  await connections.ready();
  expect(connections.tools()).toEqual([]);
  const heard: string[] = [];
  connections.onChange(({ what }) => heard.push(what));
  writeFileSync(go, '');
  await until(() => connections.status()[0]?.state === 'connected');
  expect(connections.tools().length).toBeGreaterThan(0);
  expect(heard).toContain('tools');
});

it('a required server that is late fails at its start timeout, and its process is ended (G1, MCP-06)', async () => {
  const { connections, processes } = make({ must: { ...hostile('hang-initialize'), start: 'required', startTimeout: 300 } });
  await expect(connections.ready()).rejects.toMatchObject({
    code: 'MCP_REQUIRED_FAILED',
    message: expect.stringContaining('was not ready after 300 ms'),
  });
  await until(() => processes().length === 0);
});

it('nothing waits for minutes for a server that is late: its resources are refused at once (G1)', async () => {
  const { connections } = make({ late: { ...hostile('hang-initialize'), startTimeout: 100 } });
  await connections.ready();
  const { problems } = await connections.resources();
  expect(problems).toEqual([{ server: 'late', problem: expect.stringContaining('is pending') }]);
});

it('an abort ends the wait for a server that hangs (G1)', async () => {
  const abort = new AbortController();
  const folder = temporaryFolder();
  const env = { PATH: process.env.PATH ?? '', MARK: folder };
  const connections = new McpConnections({ servers: { s: hostile('hang-initialize') }, cwd: folder, env, signal: abort.signal });
  const ready = connections.ready();
  await until(() => taggedProcesses(folder).length === 1);
  abort.abort();
  await ready;
  await until(() => taggedProcesses(folder).length === 0);
});

it('a lazy server starts at its first use, and is then as any other (G1, MCP-06)', async () => {
  const { connections, processes } = make({ lazy: { ...hostile('good'), start: 'lazy' } });
  await connections.ready();
  expect([connections.lazy(), connections.tools(), processes()]).toEqual([['lazy'], [], []]);
  const tools = await connections.use('lazy', new AbortController().signal);
  expect(tools.map(({ name }) => name)).toContain('mcp__lazy__echo');
  expect([connections.lazy(), connections.tools().length]).toEqual([[], tools.length]);
});

it('a server of this process is waited for as well (MCP-06)', async () => {
  const server = new McpServer({ name: 'own', version: '1.0.0' });
  server.registerTool('ping', { description: 'Pings.' }, () => ({ content: [] }));
  const passed = new Promise<void>((resolve) => setTimeout(resolve, 50));
  const connect = (transport: Parameters<McpServer['connect']>[0]) => passed.then(() => server.connect(transport));
  const { connections } = make({ own: { type: 'sdk', instance: { connect } } });
  await connections.ready();
  expect(connections.tools().map(({ name }) => name)).toEqual(['mcp__own__ping']);
});

it('MCP-06: a disabled server is not started, and toggle starts and ends it', async () => {
  const { connections, processes } = make({ s: { ...hostile('good'), disabled: true } });
  await connections.ready();
  expect([processes().length, connections.status()[0]?.state]).toEqual([0, 'disabled']);
  await connections.toggle('s', true);
  expect(connections.tools().length).toBeGreaterThan(0);
  const tool = connections.tools()[0];
  await connections.toggle('s', false);
  expect([processes().length, connections.tools().length, connections.status()[0]?.state]).toEqual([0, 0, 'disabled']);
  const late = tool === undefined ? undefined : await callTool(tool, {}, context());
  expect(late).toMatchObject({ isError: true, content: expect.stringContaining('"s" is disabled') });
});

it('MCP-16: setServers closes what is gone or changed, keeps what is the same, and connects what is new', async () => {
  const stay = hostile('good');
  const { connections } = make({ stay, change: hostile('good'), go: hostile('good') });
  connections.start();
  await until(() => connections.status().every(({ state }) => state === 'connected'));
  const kept = connections.tools().find(({ name }) => name === 'mcp__stay__echo');
  const changes = await connections.setServers({
    stay: { ...stay },
    change: hostile('annotated'),
    bad: { command: 'no-such-program' },
  });
  expect(changes).toMatchObject({
    added: ['bad', 'change'],
    removed: ['change', 'go'],
    errors: { bad: expect.stringContaining('no-such-program') },
  });
  const names = connections.tools().map(({ name }) => name);
  expect(connections.tools()).toContain(kept);
  expect(names).toContain('mcp__change__touch');
  expect(names.some((name) => name.startsWith('mcp__go__'))).toBe(false);
});

it('MCP-16: a running call fails at once when its server is closed', async () => {
  const file = join(temporaryFolder(), 'told');
  const { tool, connections } = await withServers({ s: hostile('silent', file) });
  const pending = callTool(tool('mcp__s__echo'), {}, context());
  await until(() => existsSync(file));
  await connections.close();
  expect(await pending).toMatchObject({ isError: true, content: expect.stringContaining('closed') });
});

it('MCP-10 EVT-01: list_changed is followed and told', async () => {
  const { tool, connections } = await withServers({ s: hostile('changing') });
  const changes: string[] = [];
  connections.onChange(({ what }) => changes.push(what));
  await callTool(tool('mcp__s__first'), {}, context());
  await until(() => connections.tools().length === 2);
  expect(connections.tools().map(({ name }) => name)).toEqual(['mcp__s__first', 'mcp__s__second']);
  expect(changes.toSorted()).toEqual(['prompts', 'resources', 'tools']);
});

it('the signal of the session ends its servers, also those that are just starting', async () => {
  const abort = new AbortController();
  const folder = temporaryFolder();
  const env = { PATH: process.env.PATH ?? '', MARK: folder };
  const connections = new McpConnections({ servers: { s: hostile('hang-initialize') }, cwd: folder, env, signal: abort.signal });
  connections.start();
  await until(() => taggedProcesses(folder).length === 1);
  abort.abort();
  await until(() => taggedProcesses(folder).length === 0);
});

it('MCP-05: an HTTP server that comes back is connected again, and a call that cannot have been done is sent again', async () => {
  const [first, second] = [
    await everythingOver('streamableHttp', await freePort()),
    await everythingOver('streamableHttp', await freePort()),
  ];
  for (const { stop } of [first, second]) afterThis(stop);
  // Both servers run before the call: a process that starts takes longer than the attempts do where the machine is busy.
  const port = await freePort();
  const close = await relay(port, first.url);
  const { tool, connections } = await withServers(
    { remote: { url: `http://127.0.0.1:${port}/mcp` } },
    { timings: { backoff: 500 } },
  );
  await close();
  const pending = callTool(tool('mcp__remote__echo'), { message: 'back' }, context());
  await until(() => connections.status()[0]?.state === 'pending');
  afterThis(await relay(port, second.url));
  expect(await pending).toMatchObject({ content: 'Echo: back', isError: false });
});

it('MCP-05: a server that is not there is tried three times, then it has failed', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    response.writeHead(503).end('busy');
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  afterThis(() => server.close());
  const { connections } = await withServers({ s: { url: `http://127.0.0.1:${port}/mcp` } }, { timings: { backoff: 10 } });
  expect(connections.status()).toMatchObject([{ state: 'failed', problem: expect.stringContaining('busy') }]);
  expect(requests).toBe(3);
});

it('a required server that is tried again has its start timeout for all attempts together (MCP-05, MCP-06)', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(503).end('busy');
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  afterThis(() => server.close());
  const must = { url: `http://127.0.0.1:${port}/mcp`, start: 'required', startTimeout: 2500 } as const;
  const { connections } = make({ must });
  await expect(connections.ready()).rejects.toMatchObject({
    code: 'MCP_REQUIRED_FAILED',
    message: expect.stringContaining('busy'),
  });
  // The second attempt begins after 1 s. A third would begin after 3 s, when the time is over.
  expect(requests).toBe(2);
});

it('MCP-06: a server that wants credentials needs them, and headersHelper is asked again after a 401 (MCP-08)', async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(401).end();
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  afterThis(() => server.close());
  const url = `http://127.0.0.1:${port}/mcp`;
  const headersHelper = `echo "{\\"authorization\\": \\"$CLAUDE_CODE_MCP_SERVER_NAME\\"}"`;
  const { connections } = await withServers({
    helped: { url, headersHelper },
    plain: { url, headers: { authorization: 'fixed' } },
  });
  expect(connections.status().map(({ state }) => state)).toEqual(['needs-auth', 'needs-auth']);
  expect(seen.toSorted()).toEqual(['fixed', 'helped', 'helped']);
});
