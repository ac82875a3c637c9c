import { expect, it } from 'vitest';
import { serverControl } from './server-control.js';
import { hostile } from './testing/servers.js';
import { withServers } from './testing/with-servers.js';

it('a host reads a resource as its server sent it, and hears what is wrong with it (CTRL-11)', async () => {
  const { connections } = await withServers({ a: hostile('good') });
  const control = serverControl(connections);
  expect(await control.readResource('a', 'memo://1')).toMatchObject([{ uri: 'memo://1', text: 'the text' }]);
  expect(await control.readResource('a', 'memo://2')).toMatchObject([{ blob: expect.any(String) }]);
  await expect(control.readResource('b', 'memo://1')).rejects.toThrow('"b"');
});

it('a rule calls a server what the names of its tools begin with, however long its key is (CTRL-11)', async () => {
  const short = 'a';
  const long = 'a server whose key is far longer than the name of a tool can be';
  const { connections } = await withServers({ [short]: hostile('good'), [long]: hostile('good') });
  const control = serverControl(connections);
  for (const key of [short, long]) {
    const own = connections.tools().filter((tool) => tool.mcp.server === key);
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter(({ name }) => !name.startsWith(`${control.ruleName(key)}__`))).toEqual([]);
  }
});
