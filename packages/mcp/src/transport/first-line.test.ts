import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, withServers } from '../testing/with-servers.js';

/** A server that writes a text before its first answer, and declares the given capabilities. */
function serverWith(before: string, capabilities: object) {
  const file = join(temporaryFolder(), 'server.mjs');
  const info = { protocolVersion: '2025-06-18', capabilities, serverInfo: { name: 's', version: '1' } };
  const tool = { name: 'echo', description: 'Says it.', inputSchema: { type: 'object', properties: {} } };
  writeFileSync(
    file,
    `import { createInterface } from 'node:readline';
     process.stdout.write(${JSON.stringify(before)});
     createInterface({ input: process.stdin }).on('line', (line) => {
       const { id, method } = JSON.parse(line);
       if (id === undefined) return;
       const result = method === 'initialize' ? ${JSON.stringify(info)} : method === 'tools/list' ? { tools: [${JSON.stringify(tool)}] } : {};
       process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
     });`,
  );
  return { command: process.execPath, args: [file] };
}

it('a byte order mark before the first line of a server is skipped (GAP-B6)', async () => {
  const { connections, notices } = await withServers({ s: serverWith('\ufeff', { tools: {} }) });
  expect(connections.tools().map(({ name }) => name)).toEqual(['mcp__s__echo']);
  expect(notices).toEqual([]);
});

it('a server that declares nothing is reported, and one that has only resources is not (GAP-B6)', async () => {
  const { connections, notices } = await withServers({ s: serverWith('', {}), r: serverWith('', { resources: {} }) });
  expect(connections.tools()).toEqual([]);
  expect(notices).toEqual([
    { server: 's', level: 'warning', message: 'it declares no tools capability, so it was not asked for its tools' },
  ]);
});
