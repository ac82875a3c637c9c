import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { callTool } from '@loadout/testing';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { everything, everythingOver, filesystem, freePort } from '../testing/servers.js';
import { afterThis, context, temporaryFolder, withServers } from '../testing/with-servers.js';

it('MCP-01 MCP-22: servers over stdio that nobody here wrote work with nothing but command and args', async () => {
  const { connections, tool, folder } = await withServers({ every: everything, fs: filesystem(temporaryFolder()) });
  const echoed = await callTool(tool('mcp__every__echo'), { message: 'hello' }, context());
  expect(echoed).toMatchObject({ content: 'Echo: hello', isError: false });
  // The server asks for the working directories itself, after the handshake.
  const allowed = () => callTool(tool('mcp__fs__list_allowed_directories'), {}, context());
  await expect.poll(async () => (await allowed()).content).toContain(folder);
  const written = await callTool(tool('mcp__fs__write_file'), { path: `${folder}/a.txt`, content: 'text' }, context());
  expect(written.isError).toBe(false);
  const read = await callTool(tool('mcp__fs__read_text_file'), { path: `${folder}/a.txt` }, context());
  expect(read.content).toBe('text');
  expect(connections.status().map(({ key, kind, state }) => [key, kind, state])).toEqual([
    ['every', 'stdio', 'connected'],
    ['fs', 'stdio', 'connected'],
  ]);
});

it.each([
  ['http', 'streamableHttp'],
  ['sse', 'sse'],
] as const)('MCP-01: a server over %s works', async (type, transport) => {
  const server = await everythingOver(transport, await freePort());
  afterThis(server.stop);
  const { connections, tool } = await withServers({ remote: { type, url: server.url } });
  expect(connections.status()).toMatchObject([{ kind: type, state: 'connected', info: { name: 'mcp-servers/everything' } }]);
  const sum = await callTool(tool('mcp__remote__get-sum'), { a: 2, b: 3 }, context());
  expect(sum.content).toContain('5');
});

it('MCP-01 MCP-22: an instance of this process works, under its key and not its own name', async () => {
  const instance = new McpServer({ name: 'store-api', version: '1.0.0' });
  const inputSchema = fromJsonSchema<{ sku: string }>({
    type: 'object',
    properties: { sku: { type: 'string' } },
    required: ['sku'],
  });
  instance.registerTool('price', { description: 'The price.', inputSchema }, ({ sku }, { mcpReq }) => ({
    content: [{ type: 'text', text: `${sku}: 3 (${mcpReq._meta?.['claudecode/toolUseId']})` }],
  }));
  const { tool, connections } = await withServers({ store: { type: 'sdk', name: 'store-api', instance } });
  const result = await callTool(tool('mcp__store__price'), { sku: 'pen' }, context());
  expect(result.content).toBe('pen: 3 (toolu_test)');
  await connections.reconnect('store');
  expect((await callTool(tool('mcp__store__price'), { sku: 'ink' }, context())).content).toContain('ink: 3');
});

it('MCP-01: an instance of the first version of the SDK works too', async () => {
  const require = createRequire(import.meta.url);
  const program = require.resolve('@modelcontextprotocol/server-everything/package.json');
  const sdk = createRequire(program).resolve('@modelcontextprotocol/sdk/server/mcp.js');
  const { McpServer: First } = await import(pathToFileURL(sdk).href);
  const instance = new First({ name: 'old', version: '1.0.0' });
  instance.registerTool('hi', { description: 'Says hi.' }, () => ({ content: [{ type: 'text', text: 'hi' }] }));
  const { tool } = await withServers({ old: { instance } });
  expect((await callTool(tool('mcp__old__hi'), {}, context())).content).toBe('hi');
});

it('MCP-01: an entry that is no server is told and the others work', async () => {
  const { connections, tool } = await withServers({
    every: everything,
    none: {},
    ftp: { url: 'ftp://a/b' },
    obj: { instance: {}, type: 'sdk' },
  });
  const problems = Object.fromEntries(connections.status().map(({ key, problem }) => [key, problem]));
  expect(problems.none).toContain('neither command nor url nor instance');
  expect(problems.ftp).toContain('"ftp://a/b"');
  expect(problems.obj).toContain('needs an instance with a connect function');
  expect((await callTool(tool('mcp__every__echo'), { message: 'x' }, context())).isError).toBe(false);
});

it('receives images, links and structured content of a real server', async () => {
  const { tool } = await withServers({ every: everything });
  const image = await callTool(tool('mcp__every__get-tiny-image'), {}, context());
  expect(image.typedContent.map(({ type }) => type)).toEqual(['text', 'image', 'text']);
  const links = await callTool(tool('mcp__every__get-resource-links'), { count: 2 }, context());
  expect(links.typedContent.map(({ type }) => type)).toEqual(['text', 'resource_link', 'resource_link']);
  const structured = await callTool(tool('mcp__every__get-structured-content'), { location: 'Chicago' }, context());
  expect(structured.structuredContent).toMatchObject({ temperature: expect.any(Number) });
});
