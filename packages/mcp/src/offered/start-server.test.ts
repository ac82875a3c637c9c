import { taggedProcesses, versionOf } from '@loadout/node';
import { callTool } from '@loadout/testing';
import { expect, it } from 'vitest';
import { McpConnections } from '../connections/mcp-connections.js';
import { hostile } from '../testing/servers.js';
import { afterThis, context, temporaryFolder } from '../testing/with-servers.js';
import { startServerTool } from './start-server.js';

function lazy(server: object) {
  const folder = temporaryFolder();
  const env = { PATH: process.env.PATH ?? '', MARK: folder };
  const connections = new McpConnections({ servers: { 'my.db': { ...server, start: 'lazy' } }, cwd: folder, env });
  afterThis(() => connections.close());
  return { connections, running: () => taggedProcesses(folder).length };
}

it('starts the server and names its tools, which are there from then on (G1)', async () => {
  const { connections, running } = lazy(hostile('annotated'));
  const tool = startServerTool('my.db', { connections });
  expect([tool.name, running()]).toEqual(['mcp__my_db__start', 0]);
  expect(tool.description).toContain('Starts the MCP server "my.db"');
  expect(await callTool(tool, {}, context())).toMatchObject({
    isError: false,
    content: 'The MCP server "my.db" is ready. From your next turn on you can call: mcp__my_db__look, mcp__my_db__touch.',
  });
  expect([running(), connections.lazy()]).toEqual([1, []]);
});

it('says why the server does not start, and stays to be tried again (G1)', async () => {
  const { connections } = lazy(hostile('exit-initialize'));
  const tool = startServerTool('my.db', { connections });
  expect(await callTool(tool, {}, context())).toMatchObject({
    isError: true,
    content: expect.stringContaining('exited with code 7'),
  });
  expect(connections.lazy()).toEqual(['my.db']);
});

it('names the pinned tools of a server that it has no copy of (G1)', () => {
  const { connections } = lazy(hostile('good'));
  const approved = { 'my.db': Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`t${index}`, 'sha256-x.y'])) };
  const { description } = startServerTool('my.db', { connections, approved });
  expect(description).toContain('Its tools: t0, t1,');
  expect(description).toContain('and 10 more.');
});

it('servers are told the version of the client (G15)', async () => {
  const { connections } = lazy(hostile('good'));
  await connections.use('my.db', new AbortController().signal);
  const look = connections.tools().find(({ mcp }) => mcp.tool === 'look');
  if (look === undefined) throw new Error('no tool look');
  const { content } = await callTool(look, {}, context());
  expect(JSON.parse(content)).toEqual({ name: 'loadout', version: versionOf('@loadout/mcp', import.meta.url) });
  expect(versionOf('@loadout/mcp', import.meta.url)).toMatch(/^\d+\.\d+\.\d+/);
});
