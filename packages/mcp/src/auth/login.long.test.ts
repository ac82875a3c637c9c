import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { callTool } from '@loadout/testing';
import { expect, it } from 'vitest';
import { guardedServer } from '../testing/authorization-server.js';
import { freePort } from '../testing/servers.js';
import { afterThis, context, temporaryFolder, until, withServers } from '../testing/with-servers.js';
import { logIn, logOut } from './log-in.js';

/** A person whose browser goes where it is sent. */
const browser = async (url: string) => void (await fetch(url));

async function guarded() {
  const server = await guardedServer();
  afterThis(server.stop);
  const stateDir = temporaryFolder();
  const config = { type: 'http' as const, url: server.url };
  const open = () => withServers({ 'my-server': config }, { stateDir });
  return { server, stateDir, config, open, logIn: () => logIn('my-server', { config, stateDir, openUrl: browser }) };
}

it.each(['http', 'sse'] as const)(
  'MCP-17: a server over %s that wants a login needs it, says what to run, and starts no login by itself',
  async (type) => {
    const { server, stateDir } = await guarded();
    const { connections, notices } = await withServers({ 'my-server': { type, url: server.url } }, { stateDir });
    const problem = 'The MCP server "my-server" answered 401: it needs credentials. Log in with: loadout mcp login my-server';
    expect(connections.status()).toMatchObject([{ state: 'needs-auth', problem }]);
    expect(notices).toEqual([{ server: 'my-server', level: 'error', message: problem }]);
    expect(server.asked).toEqual([]);
  },
);

it('MCP-17: after a login with PKCE over an address of this machine the tools are there, and what is kept only this user can read', async () => {
  const { server, stateDir, open, logIn: login } = await guarded();
  await login();
  expect(server.asked).toEqual(['register', 'authorize', 'token authorization_code']);
  const { connections, tool } = await open();
  expect(connections.status()).toMatchObject([{ state: 'connected', tools: 1 }]);
  expect((await callTool(tool('mcp__my-server__whoami'), {}, context())).isError).toBe(false);
  const folder = join(stateDir, 'logins');
  const files = readdirSync(folder);
  expect(files).toHaveLength(1);
  expect([statSync(folder).mode & 0o777, statSync(join(folder, files[0] ?? '')).mode & 0o777]).toEqual([0o700, 0o600]);
});

it('MCP-17: a login while a session waits for it is enough for the next connection', async () => {
  const { open, logIn: login } = await guarded();
  const { connections } = await open();
  await login();
  await connections.reconnect('my-server');
  expect(connections.status()).toMatchObject([{ state: 'connected', tools: 1 }]);
});

it('MCP-17: a token that has run out is renewed once for all calls that it stopped, and they go on', async () => {
  const { server, open, logIn: login } = await guarded();
  await login();
  const { connections, tool } = await open();
  server.expire();
  const calls = [1, 2, 3].map(() => callTool(tool('mcp__my-server__whoami'), {}, context()));
  expect((await Promise.all(calls)).map(({ isError }) => isError)).toEqual([false, false, false]);
  expect(server.asked.filter((one) => one === 'token refresh_token')).toHaveLength(1);
  expect(connections.status()).toMatchObject([{ state: 'connected' }]);
});

it('MCP-17: a login that cannot be renewed is needed anew, the call says so, and a new one makes the same session go on', async () => {
  const { server, open, logIn: login } = await guarded();
  await login();
  const { connections, tool, notices } = await open();
  server.expire();
  server.refuseRefresh();
  const result = await callTool(tool('mcp__my-server__whoami'), {}, context());
  expect(result).toMatchObject({ isError: true, content: expect.stringContaining('loadout mcp login my-server') });
  expect(connections.status()).toMatchObject([{ state: 'needs-auth' }]);
  expect(notices).toHaveLength(1);
  await login();
  expect((await callTool(tool('mcp__my-server__whoami'), {}, context())).isError).toBe(false);
  expect(connections.status()).toMatchObject([{ state: 'connected' }]);
});

it('MCP-17: no token is in a result, a notice or a status, not even when the server repeats it', async () => {
  const { server, open, logIn: login } = await guarded();
  await login();
  const { connections, tool, notices } = await open();
  const good = await callTool(tool('mcp__my-server__whoami'), {}, context());
  expect(good.content).toBe('You are [redacted].');
  server.expire();
  server.refuseRefresh();
  const bad = await callTool(tool('mcp__my-server__whoami'), {}, context());
  await connections.reconnect('my-server').catch(() => {});
  const shown = JSON.stringify([good, bad, notices, connections.status(), connections.log()]);
  expect(server.tokens.size).toBe(2);
  for (const token of server.tokens) expect(shown).not.toContain(token);
});

it('MCP-17: logging out forgets the login', async () => {
  const { config, stateDir, open, logIn: login } = await guarded();
  await login();
  expect(await logOut('my-server', { config, stateDir })).toBe(true);
  expect(await logOut('my-server', { config, stateDir })).toBe(false);
  expect((await open()).connections.status()).toMatchObject([{ state: 'needs-auth' }]);
});

it('MCP-17: an answer with another state is not taken, and a refusal tells its code and no words of the page', async () => {
  const { server, config, stateDir } = await guarded();
  const openUrl = async (url: string) => {
    const { searchParams } = new URL(url);
    const back = searchParams.get('redirect_uri');
    expect((await fetch(`${back}?code=stolen&state=guessed`)).status).toBe(404);
    await fetch(`${back}?error=access_denied&error_description=Pay+here&state=${searchParams.get('state')}`);
  };
  const failed = logIn('my-server', { config, stateDir, openUrl });
  await expect(failed).rejects.toMatchObject({
    code: 'MCP_LOGIN_FAILED',
    message: 'The login to the MCP server "my-server" failed: it was refused (access_denied).',
  });
  expect(server.asked).toEqual(['register']);
  expect(readdirSync(stateDir)).toEqual([]);
});

it('MCP-17: a login that nobody answers ends in time, and one that is taken back ends at once', async () => {
  const { config, stateDir } = await guarded();
  const openUrl = () => {};
  await expect(logIn('s', { config, stateDir, openUrl, timeoutMs: 300 })).rejects.toThrow('no answer came within 300 ms');
  const abort = new AbortController();
  const taken = logIn('s', { config, stateDir, openUrl: () => abort.abort(new Error('stopped')), signal: abort.signal });
  await expect(taken).rejects.toThrow('stopped');
});

it('MCP-17: a page for logins that is no web page on https is not opened', async () => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const metadata = {
    issuer: origin,
    authorization_endpoint: 'http://login.example/authorize',
    token_endpoint: `${origin}/token`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  };
  const server = createServer((request, response) => {
    const found = request.url === '/.well-known/oauth-authorization-server';
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found ? metadata : {}));
  }).listen(port, '127.0.0.1');
  afterThis(() => server.close());
  const opened: string[] = [];
  const config = { url: `${origin}/mcp`, oauth: { clientId: 'known' } };
  const failed = logIn('s', { config, stateDir: temporaryFolder(), openUrl: (url) => void opened.push(url) });
  await expect(failed).rejects.toThrow('its page for logins is at http://login.example, which is not https');
  expect(opened).toEqual([]);
});

it.each([
  ['a server over stdio', { command: 'x' }],
  ['plain http to another machine', { url: 'http://other.example/mcp' }],
  ['credentials of its own', { url: 'https://other.example/mcp', headers: { Authorization: 'Bearer x' } }],
])('MCP-17: there is no login for %s', async (_what, config) => {
  const failed = logIn('s', { config, stateDir: temporaryFolder(), openUrl: () => {} });
  await expect(failed).rejects.toMatchObject({ code: 'MCP_LOGIN_FAILED' });
});

it('MCP-08: after a 401 headersHelper is asked for new headers, and the call goes on with them', async () => {
  const { server, logIn: login, stateDir } = await guarded();
  await login();
  const [file = ''] = readdirSync(join(stateDir, 'logins'));
  const { tokens } = JSON.parse(readFileSync(join(stateDir, 'logins', file), 'utf8'));
  const folder = temporaryFolder();
  const runs = join(folder, 'runs');
  // The first answer is refused, and the second is good.
  const headersHelper = `printf x >> ${runs}; if [ "$(cat ${runs})" = x ]; then echo '{"authorization":"Bearer old"}'; else echo '{"authorization":"Bearer ${tokens.access_token}"}'; fi`;
  const { connections } = await withServers({ s: { url: server.url, headersHelper } });
  await until(() => connections.status()[0]?.state !== 'pending');
  expect(connections.status()).toMatchObject([{ state: 'connected', tools: 1 }]);
  expect(readFileSync(runs, 'utf8')).toBe('xx');
});
