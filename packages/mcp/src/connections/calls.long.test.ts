import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callTool } from '@loadout/testing';
import { expect, it } from 'vitest';
import { hostile } from '../testing/servers.js';
import { context, temporaryFolder, until, withServers } from '../testing/with-servers.js';

const told = (file: string) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

it('MCP-07: a call that is not answered ends at the timeout, and the server is told to stop', async () => {
  const file = join(temporaryFolder(), 'told');
  const { tool } = await withServers({ s: { ...hostile('silent', file), timeout: 1_000 } });
  const result = await callTool(tool('mcp__s__echo'), {}, context());
  expect(result).toMatchObject({ isError: true, content: expect.stringContaining('within 1000 ms') });
  await until(() => told(file).includes('cancelled'));
});

it('MCP-07: a timeout below a second is ignored', async () => {
  const { tool } = await withServers({ s: { ...hostile('slow', '300'), timeout: 5 } });
  expect(await callTool(tool('mcp__s__echo'), {}, context())).toMatchObject({ content: 'late', isError: false });
});

it('MCP-07 MCP-15: progress starts the timeout anew and is told', async () => {
  const { tool } = await withServers({ s: { ...hostile('progress'), timeout: 1_000 } });
  const given = context();
  expect(await callTool(tool('mcp__s__echo'), {}, given)).toMatchObject({ content: 'done', isError: false });
  expect(given.progressed.at(0)).toBe('on (1 of 6)');
  expect(given.progressed).toHaveLength(6);
});

it('MCP-15: an abort settles at once and sends the cancellation', async () => {
  const file = join(temporaryFolder(), 'told');
  const { tool } = await withServers({ s: hostile('silent', file) });
  const given = context();
  const pending = callTool(tool('mcp__s__echo'), {}, given);
  await until(() => told(file).includes('called'));
  given.abort();
  expect(await pending).toMatchObject({ isError: true, content: expect.stringContaining('was cancelled') });
  await until(() => told(file).includes('cancelled'));
});

it('MCP-05: a call that was lost on the way is reported as perhaps done, and is not sent again', async () => {
  const file = join(temporaryFolder(), 'told');
  const { tool } = await withServers({ s: hostile('exit-once', file) });
  const lost = await callTool(tool('mcp__s__echo'), {}, context());
  expect(lost).toMatchObject({
    isError: true,
    content: expect.stringMatching(/exited with code 3.*may or may not have taken effect/s),
  });
  expect(told(file)).toBe('echo\n');
  expect((await callTool(tool('mcp__s__echo'), {}, context())).content).toBe('second life');
});

it('MCP-05: a call that only reads is sent once more over a new connection', async () => {
  const file = join(temporaryFolder(), 'told');
  const { tool } = await withServers({ s: hostile('exit-once', file) });
  expect(await callTool(tool('mcp__s__look'), {}, context())).toMatchObject({ content: 'second life', isError: false });
  expect(told(file)).toBe('look\nlook\n');
});

it('MCP-05: a server that dies at each call is started again five times a minute and no more', async () => {
  const { tool, connections } = await withServers({ s: hostile('exit-on-call') });
  const contents: string[] = [];
  for (let count = 0; count < 7; count++) contents.push((await callTool(tool('mcp__s__echo'), {}, context())).content);
  expect(contents[0]).toContain('exited with code 3');
  expect(contents.at(-1)).toContain('started again 5 times within a minute');
  await connections.reconnect('s');
  expect(connections.status()).toMatchObject([{ state: 'connected' }]);
});

it('MCP-05: calls that come while the connection is made again share one', async () => {
  const file = join(temporaryFolder(), 'told');
  const { tool, notices } = await withServers({ s: hostile('exit-once', file) });
  await callTool(tool('mcp__s__echo'), {}, context());
  const results = await Promise.all([1, 2, 3].map(() => callTool(tool('mcp__s__echo'), {}, context())));
  expect(results.map(({ content }) => content)).toEqual(['second life', 'second life', 'second life']);
  expect(notices.filter(({ message }) => message.includes('lost'))).toHaveLength(1);
});

it('MCP-15: the roots are the working directories, and a change is told', async () => {
  const file = join(temporaryFolder(), 'told');
  const { tool, connections, folder } = await withServers({ s: hostile('roots', file) }, { roots: ['/other'] });
  expect((await callTool(tool('mcp__s__roots'), {}, context())).content).toContain(`"uri":"file://${folder}"`);
  expect((await callTool(tool('mcp__s__roots'), {}, context())).content).toContain('"uri":"file:///other"');
  await connections.setRoots(folder, ['/third']);
  await until(() => told(file).includes('roots changed'));
  expect((await callTool(tool('mcp__s__roots'), {}, context())).content).toContain('file:///third');
});

it('MCP-09: a server gets the environment that it was given and what it declares, and nothing else', async () => {
  process.env.LOADOUT_TEST_SECRET_KEY = 'secret';
  const { tool, folder } = await withServers({ s: { ...hostile('env'), env: { DECLARED: 'yes' } } });
  delete process.env.LOADOUT_TEST_SECRET_KEY;
  const env = JSON.parse((await callTool(tool('mcp__s__env'), {}, context())).content);
  expect(Object.keys(env).sort()).toEqual(['DECLARED', 'HOME', 'LOADOUT_MCP_SERVER', 'PATH']);
  expect(env).toMatchObject({ DECLARED: 'yes', HOME: folder });
});

it('the input goes to the server as the model sent it, under the name that the server knows', async () => {
  const { tool } = await withServers({ s: hostile('good') });
  const { content } = await callTool(tool('mcp__s__echo'), { unknown: { deep: [1] } }, context());
  expect(JSON.parse(content)).toMatchObject({ name: 'echo', arguments: { unknown: { deep: [1] } } });
});

it('MCP-14: a result of more than ten thousand tokens is told once, and one of fewer is not', async () => {
  const { tool, notices } = await withServers({ much: hostile('text-of', '40001'), little: hostile('text-of', '40000') });
  for (const server of ['much', 'little', 'much']) await callTool(tool(`mcp__${server}__echo`), {}, context());
  expect(notices).toEqual([
    { server: 'much', level: 'warning', message: 'its tool "echo" gave a result of more than 10,000 tokens' },
  ]);
  expect(tool('mcp__much__echo').maxResultChars).toBe(100_000);
});
