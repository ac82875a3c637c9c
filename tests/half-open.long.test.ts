import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { scripted } from './cli/scripted.js';
import { startLoadout } from './lib/loadout.js';
import { serve, TOKEN, told } from './serve-http.test-kit.js';

const MANY = 1_000;
const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** Connections that send this text and then stay silent. */
async function halfOpen(url: string, said: string): Promise<readonly Socket[]> {
  const { hostname: host, port } = new URL(url);
  const sockets = Array.from({ length: MANY }, () =>
    connect({ host, port: Number(port) })
      .on('error', () => {})
      .resume(),
  );
  open.push(...sockets);
  await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
  for (const socket of sockets) socket.write(said);
  return sockets;
}

const SAID = {
  nothing: '',
  'half a head': 'GET /runs HTTP/1.1\r\nHost: localhost\r\n',
  'half a body': 'POST /runs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  'a request without the token, again and again': 'GET /runs HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(5),
};

describe(`${MANY} connections of strangers`, () => {
  it.each(Object.entries(SAID))(
    'that say %s shut nobody out of serve http: not the health check, not a client (F12)',
    async (_, said) => {
      const server = await serve({ turns: [{ text: 'Asked: {{prompt}}' }] });
      const health = async () => (await fetch(`${server.url}/health`, { headers: { connection: 'close' } })).status;
      const sockets = await halfOpen(server.url, said);
      for (let round = 0; round < 20; round++) expect(await health()).toBe(200);
      const { body } = await server.start({ prompt: 'Hi.' });
      await server.events(body.id);
      expect((await server.ask(`/runs/${body.id}`)).body.result?.text).toBe('Asked: Hi.');
      await expect.poll(() => sockets.filter((socket) => !socket.closed).length).toBeLessThanOrEqual(512);
    },
  );

  it('shut nobody out of serve mcp --http (F12)', async () => {
    const cwd = scripted({ turns: [{ text: 'x' }] });
    const server = await startLoadout(['serve', 'mcp', '--http', '--token-env', 'TOKEN'], { cwd, env: { TOKEN } });
    const url = await told(server, /at (http:\S+)\n/);
    await halfOpen(url, SAID['half a head']);
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    };
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(initialize) });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"protocolVersion"')]);
    server.kill('SIGTERM');
    await server.finished;
  });
});
