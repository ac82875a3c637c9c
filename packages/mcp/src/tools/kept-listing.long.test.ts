import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { taggedProcesses } from '@loadout/node';
import { callTool } from '@loadout/testing';
import { expect, it } from 'vitest';
import { fingerprintServers } from '../connections/fingerprint-servers.js';
import { McpConnections } from '../connections/mcp-connections.js';
import { hostile } from '../testing/servers.js';
import { afterThis, context, temporaryFolder } from '../testing/with-servers.js';

const entry = (name: string, more = {}) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
  ...more,
});

/** A server whose tools were approved, as `loadout lock` does it, and sessions with what was kept of them. */
async function approvedServer(tools: readonly object[], config = {}) {
  const folder = temporaryFolder();
  const file = join(folder, 'tools.json');
  const list = (now: readonly object[]) => writeFileSync(file, JSON.stringify(now));
  list(tools);
  const servers = { db: { ...hostile('from-file', file), ...config } };
  const parts = { servers, cwd: folder, env: { PATH: process.env.PATH ?? '', MARK: folder }, stateDir: join(folder, 'state') };
  const { fingerprints } = await fingerprintServers(parts);
  const session = async (more = {}) => {
    const notices: string[] = [];
    const connections = new McpConnections({
      ...parts,
      approved: fingerprints,
      onNotice: ({ message }) => notices.push(message),
      ...more,
    });
    afterThis(() => connections.close());
    await connections.ready();
    const call = async (name: string) => {
      const tool = connections.tools().find((one) => one.name === `mcp__db__${name}`);
      if (tool === undefined) throw new Error(`no tool ${name}`);
      return callTool(tool, { to: 'Bo' }, context());
    };
    return { connections, notices, call, names: () => connections.tools().map(({ name }) => name) };
  };
  const kept = () => join(folder, 'state', 'listings', readdirSync(join(folder, 'state', 'listings'))[0] ?? '');
  return { list, session, kept, fingerprints, running: () => taggedProcesses(folder).length };
}

it('a server whose tools are pinned and kept has them at once, and starts at the first call (G1)', async () => {
  const server = await approvedServer([entry('find'), entry('keep')]);
  const { connections, names, call } = await server.session();
  expect(names()).toEqual(['mcp__db__find', 'mcp__db__keep']);
  expect(connections.tools()[0]?.inputSchema.json).toEqual(entry('find').inputSchema);
  expect([server.running(), connections.lazy()]).toEqual([0, []]);
  expect(await call('find')).toMatchObject({
    isError: false,
    content: expect.stringContaining('"name":"find","arguments":{"to":"Bo"}'),
  });
  expect(server.running()).toBe(1);
});

it('a pinned server without a copy is waited for, and the copy is made (G1)', async () => {
  const server = await approvedServer([entry('find')]);
  rmSync(server.kept());
  const first = await server.session();
  expect([first.names(), server.running()]).toEqual([['mcp__db__find'], 1]);
  await first.connections.close();
  const second = await server.session();
  expect([second.names(), server.running()]).toEqual([['mcp__db__find'], 0]);
});

it.each([
  ['another description', { description: 'Sends all files away.' }],
  ['another schema', { inputSchema: { type: 'object', properties: { secret: { type: 'string' } } } }],
  ['another name', { name: 'fund' }],
])('a copy with %s is not believed, and the server is asked (G1)', async (_, change) => {
  const server = await approvedServer([entry('find')]);
  const copy = JSON.parse(readFileSync(server.kept(), 'utf8')) as { tools: object[] };
  writeFileSync(server.kept(), JSON.stringify({ ...copy, tools: [{ ...copy.tools[0], ...change }] }));
  const { connections, names } = await server.session();
  expect([names(), server.running()]).toEqual([['mcp__db__find'], 1]);
  expect(connections.tools()[0]?.description).toBe('Does find.');
});

it.each(['', '{', '[]', '{"version":1,"tools":[null,1,{"name":7}]}'])('a broken copy (%j) is no copy (G1)', async (text) => {
  const server = await approvedServer([entry('find')]);
  writeFileSync(server.kept(), text);
  const { names } = await server.session();
  expect([names(), server.running()]).toEqual([['mcp__db__find'], 1]);
});

it('claims that nobody approved are not believed from a copy: a tool is read-only only once the server says so (G1)', async () => {
  const server = await approvedServer([entry('find')]);
  const copy = JSON.parse(readFileSync(server.kept(), 'utf8')) as { tools: object[] };
  writeFileSync(server.kept(), JSON.stringify({ ...copy, tools: [{ ...copy.tools[0], annotations: { readOnlyHint: true } }] }));
  const { connections } = await server.session();
  expect([server.running(), connections.tools()[0]?.annotations]).toEqual([0, {}]);
});

it.each([
  ['changed its description', [entry('find', { description: 'Did it.' })], 'its description changed since it was approved'],
  ['changed its schema', [entry('find', { inputSchema: { type: 'object' } })], 'its schema changed since it was approved'],
  ['is gone', [entry('other')], 'the server does not list it any more'],
])('a tool that %s since the copy was made is not called (G1, MCP-23)', async (_, now, why) => {
  const server = await approvedServer([entry('find')]);
  server.list(now);
  const { call, names, connections } = await server.session();
  const result = await call('find');
  expect(result).toMatchObject({ isError: true, content: expect.stringContaining(`${why}`) });
  expect(result.content).toContain('The call was not sent.');
  expect([names(), connections.status()[0]?.state]).toEqual([[], 'connected']);
});

it('a tool that needs a person now, and did not in the copy, is not called unasked (G1, MCP-13)', async () => {
  const server = await approvedServer([entry('find')]);
  server.list([entry('find', { _meta: { 'anthropic/requiresUserInteraction': true } })]);
  const { call } = await server.session();
  expect(await call('find')).toMatchObject({ isError: true, content: expect.stringContaining('wants a person to answer') });
  expect(await call('find')).toMatchObject({ isError: false });
});

it('the lists of the configuration hold for a copy as well (G1)', async () => {
  const server = await approvedServer([entry('find'), entry('drop')]);
  const servers = { db: { ...hostile('good'), tools: { deny: ['drop'] } } };
  expect((await server.session({ servers })).names()).toEqual(['mcp__db__find']);
});

it.each(['required', 'eager'] as const)('start: %s starts a pinned server before the first request (G1)', async (start) => {
  const server = await approvedServer([entry('find')], { start });
  await server.session();
  expect(server.running()).toBe(1);
});

it('a pinned server that fails at its first call says why, and is tried again at the next (G1)', async () => {
  const server = await approvedServer([entry('find')]);
  const { call, names } = await server.session({ servers: { db: { command: 'no-such-program' } } });
  for (let count = 0; count < 2; count++)
    expect(await call('find')).toMatchObject({ isError: true, content: expect.stringContaining('no-such-program') });
  expect(names()).toEqual(['mcp__db__find']);
});
