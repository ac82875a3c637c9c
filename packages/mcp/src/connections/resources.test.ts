import { readFileSync } from 'node:fs';
import { callTool } from '@loadout/testing';
import { expect, it } from 'vitest';
import { listMcpResourcesTool } from '../offered/list-mcp-resources.js';
import { readMcpResourceTool } from '../offered/read-mcp-resource.js';
import { hostile } from '../testing/servers.js';
import { context, withServers } from '../testing/with-servers.js';

it('TOOL-MCPR-01 TOOL-MCPR-03 ALIAS-16: ListMcpResources asks one server or all, and names them for one that is not there', async () => {
  const { connections } = await withServers({ a: hostile('good'), b: hostile('good'), dead: { command: 'no-such-program' } });
  const list = listMcpResourcesTool(connections);
  expect(list.aliases).toEqual(['ListMcpResourcesTool', 'ListMcpRes']);
  const all = await callTool(list, {}, context());
  expect(all.structuredContent).toMatchObject({
    resources: [
      { server: 'a', uri: 'memo://1', name: 'one' },
      { server: 'a', uri: 'memo://2', mimeType: 'image/png' },
      { server: 'b', uri: 'memo://1' },
      { server: 'b', uri: 'memo://2' },
    ],
  });
  expect(all.content).toContain('The server "dead" could not be asked');
  const one = await callTool(list, { server: 'b' }, context());
  expect(one.structuredContent).toMatchObject({ resources: [{ server: 'b' }, { server: 'b' }] });
  expect(await callTool(list, { server: 'c' }, context())).toMatchObject({
    isError: true,
    content: expect.stringContaining('Name one of: a, b, dead'),
  });
});

it('TOOL-MCPR-02 ALIAS-17: ReadMcpResource gives text, saves what is not text, and tells what is not found', async () => {
  const { connections } = await withServers({ a: hostile('good') });
  const read = readMcpResourceTool(connections);
  expect(read.aliases).toEqual(['ReadMcpResourceTool', 'ReadMcpRes']);
  const given = context();
  expect(await callTool(read, { server: 'a', uri: 'memo://1' }, given)).toMatchObject({ content: 'the text', isError: false });
  const { content } = await callTool(read, { server: 'a', uri: 'memo://2' }, given);
  const path = /saved to (.*\.png)$/.exec(content)?.[1] ?? '';
  expect(path.startsWith(given.artifactDir)).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe('picture');
  expect(await callTool(read, { server: 'a', uri: 'memo://3' }, given)).toMatchObject({
    isError: true,
    content: expect.stringContaining('Resource not found: memo://3'),
  });
});

it('MCP-18: prompts are listed as commands and can be had', async () => {
  const { connections } = await withServers({ a: hostile('good') });
  expect(await connections.prompts()).toEqual({
    items: [
      {
        server: 'a',
        name: 'greet',
        command: 'mcp__a__greet',
        description: 'Greets.',
        arguments: [{ name: 'who', required: true }],
      },
    ],
    problems: [],
  });
  expect(await connections.getPrompt('a', 'greet', { who: 'Ada' })).toEqual([
    { role: 'user', content: { type: 'text', text: 'Greet Ada' } },
  ]);
});
