import { taggedProcesses } from '@loadout/node';
import { callTool } from '@loadout/testing';
import { expect, it } from 'vitest';
import { hostile } from '../testing/servers.js';
import { context, temporaryFolder, until, withServers } from '../testing/with-servers.js';
import { fingerprint } from '../tools/fingerprint.js';
import { fingerprintServers } from './fingerprint-servers.js';

const listed = { name: 'first', description: 'Does first.', inputSchema: { type: 'object', properties: {} } };

it('MCP-23: what was approved and is the same is offered, and servers without a list offer all', async () => {
  const servers = { s: hostile('changing'), free: hostile('changing') };
  const { connections, notices } = await withServers(servers, { approved: { s: { first: fingerprint(listed) } } });
  expect(connections.tools().map(({ name }) => name)).toEqual(['mcp__free__first', 'mcp__s__first']);
  expect(notices).toEqual([]);
});

it.each([
  ['its description changed', { ...listed, description: 'Did first.' }],
  ['its schema changed', { ...listed, inputSchema: { type: 'object', properties: { to: { type: 'string' } } } }],
  ['its description and its schema changed', { ...listed, description: '', inputSchema: {} }],
])('MCP-23: a tool is not offered when %s since it was approved, and the notice says so', async (change, before) => {
  const { connections, notices } = await withServers(
    { s: hostile('changing') },
    { approved: { s: { first: fingerprint(before) } } },
  );
  expect(connections.tools()).toEqual([]);
  const why = `${change} since it was approved; \`loadout lock\` approves it`;
  expect(notices).toEqual([{ server: 's', level: 'warning', message: `its tool "first" is left out: ${why}` }]);
  expect(connections.status()).toMatchObject([{ state: 'connected', quarantined: [{ name: 'first', why }] }]);
});

it('MCP-23: a tool that comes to an approved server while it runs is not offered', async () => {
  const { connections, notices, tool } = await withServers(
    { s: hostile('changing') },
    { approved: { s: { first: fingerprint(listed) } } },
  );
  await callTool(tool('mcp__s__first'), {}, context());
  await until(() => notices.length > 0);
  expect(notices[0]?.message).toContain('its tool "second" is left out: it is new since the tools of this server were approved');
  expect(connections.tools().map(({ name }) => name)).toEqual(['mcp__s__first']);
});

it('MCP-23: fingerprintServers gives what servers offer now, the reason of those that are not there, and leaves nothing running', async () => {
  const folder = temporaryFolder();
  const { fingerprints, problems } = await fingerprintServers({
    servers: { s: hostile('changing'), gone: { command: 'no-such-program' }, off: { ...hostile('good'), disabled: true } },
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', MARK: folder },
  });
  expect(fingerprints).toEqual({ s: { first: fingerprint(listed) } });
  expect(problems).toEqual({ gone: expect.stringContaining('no-such-program') });
  expect(taggedProcesses(folder)).toEqual([]);
});
