import { assembleToolPool, toolMatcher } from '@loadout/core/run';
import { callTool } from '@loadout/testing';
import { expect, it } from 'vitest';
import { hostile } from '../testing/servers.js';
import { context, withServers } from '../testing/with-servers.js';

it('MCP-12: bad tools are left out by name with a reason each, and the others work', async () => {
  const { connections, notices, tool } = await withServers({ 'a.b': hostile('bad-tools') });
  const quarantined = connections.status()[0]?.quarantined ?? [];
  expect(Object.fromEntries(quarantined.map(({ name, why }) => [name, why]))).toMatchObject({
    '(no name)': 'it has no name',
    'no-object': 'its inputSchema has the type "string", and an input is an object',
    'no-schema': 'its inputSchema is not an object',
    tagged: 'its inputSchema holds characters that cannot be seen',
    good: 'the server lists two tools of this name; the first is kept',
  });
  expect(quarantined.some(({ why }) => why === 'its name holds characters that cannot be seen')).toBe(true);
  for (const { name, why } of quarantined)
    expect(notices).toContainEqual({ server: 'a.b', level: 'warning', message: `its tool "${name}" is left out: ${why}` });
  const schema = { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { if: {} } } };
  expect(tool('mcp__a_b__also_good').inputSchema).toMatchObject({ json: schema });
});

it('MCP-02 MCP-04 CON-26: names hold the key, odd characters are replaced, equal names part by a hash, and the server hears its own', async () => {
  const { connections, tool } = await withServers({ 'a.b': hostile('bad-tools') });
  const names = connections.tools().map(({ name }) => name);
  expect(names).toEqual([
    'mcp__a_b__good',
    'mcp__a_b__top-anyof',
    'mcp__a_b__bad-key',
    'mcp__a_b__also_good',
    expect.stringMatching(/^mcp__a_b__also_good_[0-9a-f]{8}$/),
    'mcp__a_b__x__y',
  ]);
  const { content } = await callTool(tool('mcp__a_b__x__y'), {}, context());
  expect(JSON.parse(content)).toMatchObject({ name: 'x__y' });
  const renamed = await callTool(tool('mcp__a_b__bad-key'), { a_b: 1 }, context());
  expect(JSON.parse(renamed.content)).toMatchObject({ name: 'bad-key', arguments: { 'a b': 1 } });
});

it('MCP-03: the whole server can be named in lists and rules, and its pool takes every tool', async () => {
  const { connections } = await withServers({ s: hostile('good') });
  const pool = assembleToolPool({ baseTools: [], mcpTools: connections.tools() });
  expect(pool.tools.map(({ name }) => name)).toEqual(
    connections
      .tools()
      .map(({ name }) => name)
      .toSorted(),
  );
  for (const pattern of ['mcp__s', 'mcp__s__*']) {
    const matches = toolMatcher(pattern);
    expect(connections.tools().every(({ name }) => matches({ name, aliases: [] }))).toBe(true);
  }
});

it('two servers whose keys differ only in odd characters keep apart', async () => {
  const { connections } = await withServers({ 'a.b': hostile('good'), a_b: hostile('good') });
  const names = connections.tools().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('mcp__a_b__echo');
});

it('each server has lists of what it may offer', async () => {
  const { connections } = await withServers({
    few: { ...hostile('good'), tools: { allow: ['e*', 'look'], deny: ['mcp__few__env'] } },
  });
  expect(connections.tools().map(({ name }) => name)).toEqual(['mcp__few__echo', 'mcp__few__look']);
});

it('MCP-13 DEF-15 CON-31: annotations, title and the known fields of _meta are honoured', async () => {
  const { tool } = await withServers({ s: hostile('annotated') });
  const [look, touch] = [tool('mcp__s__look'), tool('mcp__s__touch')];
  expect(look).toMatchObject({
    annotations: { readOnlyHint: true },
    isConcurrencySafe: true,
    maxResultChars: 500_000,
    mcp: { title: 'Look', alwaysLoad: true, requiresUserInteraction: true },
  });
  expect(touch).toMatchObject({ annotations: {}, isConcurrencySafe: false, maxResultChars: 200_000, mcp: { alwaysLoad: false } });
});

it('POOL-12 MCP-13: alwaysLoad of the configuration goes over what the server says of a tool', async () => {
  const { tool } = await withServers({
    said: hostile('annotated'),
    kept: { ...hostile('annotated'), alwaysLoad: false },
    loaded: { ...hostile('annotated'), alwaysLoad: true },
  });
  const deferral = (server: string) => [tool(`mcp__${server}__look`).deferral, tool(`mcp__${server}__touch`).deferral];
  expect([deferral('said'), deferral('kept'), deferral('loaded')]).toEqual([
    ['never', 'may'],
    ['always', 'always'],
    ['never', 'never'],
  ]);
});

it('POOL-16: descriptions and instructions are cleaned and at most two kibibytes', async () => {
  const { tool, connections } = await withServers({ s: hostile('long-texts') });
  const { description } = tool('mcp__s__wordy');
  expect(description.startsWith('red gnolé')).toBe(true);
  expect(Buffer.byteLength(description)).toBeLessThanOrEqual(2_048);
  expect(Buffer.byteLength(connections.status()[0]?.info?.instructions ?? '')).toBe(2_048);
});

it('MCP-11: every kind of block arrives, cleaned, with isError and the structured content', async () => {
  const { tool } = await withServers({ s: hostile('result-kinds') });
  const result = await callTool(tool('mcp__s__echo'), {}, context());
  expect(result).toMatchObject({ isError: true, structuredContent: { n: 1 } });
  expect(result.typedContent).toEqual([
    { type: 'text', text: 'abc' },
    { type: 'image', data: 'aW1n', mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'mcp://s/echo/3', mimeType: 'audio/mpeg', blob: 'YXVk' } },
    { type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', text: 'inside' } },
    { type: 'resource', resource: { uri: 'file:///b', blob: 'YmxvYg==' } },
    { type: 'resource_link', uri: 'file:///c', name: 'c' },
    { type: 'text', text: expect.stringContaining('hologram') },
  ]);
});

it('MCP-11: structured content without text is shown as text', async () => {
  const { tool } = await withServers({ s: hostile('structured-only') });
  expect(await callTool(tool('mcp__s__echo'), {}, context())).toMatchObject({ content: '{"n":1}', structuredContent: { n: 1 } });
});
