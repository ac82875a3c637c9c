import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenToolSource, ToolSourceSession } from '@loadout/core/run';
import { taggedProcesses } from '@loadout/node';
import { callTool } from '@loadout/testing';
import { expect, it } from 'vitest';
import { hostile } from './testing/servers.js';
import { afterThis, context, temporaryFolder, until } from './testing/with-servers.js';
import { type McpSourceOptions, mcpToolSource } from './tool-source.js';
import { fingerprint } from './tools/fingerprint.js';

/** Opens the source of a session, and records its messages. */
async function open(options: McpSourceOptions, more: Partial<ToolSourceSession> = {}) {
  const folder = temporaryFolder();
  const notices: string[] = [];
  const source = mcpToolSource(options).open({
    sessionId: 'session',
    cwd: folder,
    roots: [folder, '/other'],
    artifactDir: folder,
    env: { PATH: process.env.PATH ?? '', MARK: folder },
    signal: new AbortController().signal,
    mayOffer: () => true,
    notice: (message) => void notices.push(message),
    ...more,
  });
  afterThis(() => source.close());
  await source.ready();
  const call = async (name: string) => {
    const tool = source.tools().find((one) => one.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return (await callTool(tool, {}, context())).content;
  };
  return { source, notices, folder, call };
}

const names = (source: OpenToolSource) => source.tools().map(({ name }) => name);

it('MCP-19: starts only the given servers, whatever files are in the folder, and offers only permitted tools', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { found: hostile('good') } }));
  const servers = { mine: { ...hostile('good'), start: 'required' as const }, hidden: hostile('good') };
  const mayOffer = (prefix: string) => prefix === 'mcp__mine__';
  const env = { PATH: process.env.PATH ?? '', MARK: folder };
  const { source } = await open({ servers }, { cwd: folder, env, mayOffer });
  expect(taggedProcesses(folder)).toHaveLength(1);
  expect(
    names(source).every(
      (name) => name.startsWith('mcp__mine__') || name.endsWith('McpResource') || name.endsWith('McpResources'),
    ),
  ).toBe(true);
});

it('EVT-01 EVT-02: a change of tools reaches the listener, and one of resources or prompts the session', async () => {
  const changes: string[] = [];
  const listChanged = (what: string) => void changes.push(what);
  const { source, call } = await open({ servers: { s: { ...hostile('changing'), start: 'required' } } }, { listChanged });
  let heard = 0;
  source.onChange(() => void heard++);
  await call('mcp__s__first');
  await until(() => heard > 0 && changes.length === 2);
  expect(changes.toSorted()).toEqual(['prompts', 'resources']);
  expect(names(source)).toContain('mcp__s__second');
});

it('MCP-15: the roots are the working directories of the session, and follow it where it goes', async () => {
  const { source, call, folder } = await open({ servers: { s: { ...hostile('good'), start: 'required' } } });
  const roots = async () => JSON.parse(await call('mcp__s__roots')).roots.map(({ name }: { name: string }) => name);
  expect(await roots()).toEqual([folder, '/other']);
  source.moved?.({ cwd: '/elsewhere', roots: [folder] });
  expect(await roots()).toEqual(['/elsewhere', folder]);
});

it('GAP-B6: hands on what a server says about its use, cut, unless its entry turns that off', async () => {
  const servers = { one: hostile('long-texts'), two: { ...hostile('long-texts'), instructions: false }, three: hostile('good') };
  const { source } = await open({ servers });
  const said = source.servers
    ?.list()
    .map(({ key, instructions }) => [key, instructions?.slice(0, 3), (instructions?.length ?? 0) < 2_100]);
  expect(said).toEqual([
    ['one', 'xxx', true],
    ['three', undefined, true],
    ['two', undefined, true],
  ]);
});

it('MCP-15: questions and sampling go to the session, and without it there questions are declined', async () => {
  const servers = { s: { ...hostile('asks'), start: 'required' as const, sampling: true } };
  const there = await open(
    { servers },
    {
      elicit: async ({ source, message }) => ({ action: 'accept', content: { which: `${source} ${message}` } }),
      sample: async ({ maxTokens }) => ({ model: 'm', text: `within ${maxTokens}` }),
    },
  );
  expect(await there.call('mcp__s__ask')).toBe('{"action":"accept","content":{"which":"s Which?"}}');
  expect(await there.call('mcp__s__sample')).toContain('within 5');
  const alone = await open({ servers });
  expect(await alone.call('mcp__s__ask')).toBe('{"action":"decline"}');
  expect(await alone.call('mcp__s__sample')).toContain('this session cannot provide one');
  expect(alone.notices[0]).toContain('MCP server "s": ');
});

it('MCP-23: the list of what was approved holds in a session, and what is left out is told with server and tool', async () => {
  const listed = { name: 'first', description: 'Said something else.', inputSchema: { type: 'object', properties: {} } };
  const servers = { s: { ...hostile('changing'), start: 'required' as const } };
  const { source, notices } = await open({ servers, approved: { s: { first: fingerprint(listed) } } });
  expect(names(source)).toEqual(['ListMcpResources', 'ReadMcpResource']);
  expect(notices).toEqual([
    'MCP server "s": its tool "first" is left out: its description changed since it was approved; `loadout lock` approves it',
  ]);
});

it.each([
  ['mcp__docs__find', true],
  ['mcp__*', true],
  ['m*', true],
  ['ListMcpResourcesTool', true],
  ['ReadMcpResource', true],
  ['McpInput', true],
  ['Lok', false],
  ['crm__find', false],
  ['R*', true],
  ['ListMcpResorces', false],
  ['Q*', false],
])('a server could have the tool %s: %s', (name, may) => {
  expect(mcpToolSource({}).mayHave?.(name)).toBe(may);
});
