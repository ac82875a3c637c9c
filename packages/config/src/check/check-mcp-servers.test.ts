import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, makeSandbox, problems } from '../load/sandbox.fixture.js';

const sandbox = makeSandbox();
beforeAll(() => sandbox.install('@loadout/mcp', { options: { type: 'object', properties: { servers: { type: 'object' } } } }));
afterAll(() => sandbox.remove());

const project = (mcpServers: object) =>
  sandbox.project({ 'agent.config.yaml': JSON.stringify({ agents: { main: {} }, mcpServers }) });

describe('an entry of mcpServers that cannot work is an error with its place and a fix (N9)', () => {
  it.each([
    ['two ways', { s: { command: 'x', url: 'https://a/' } }, 'mcpServers.s.url', /stands beside command/],
    ['an address with type stdio', { s: { type: 'stdio', url: 'https://a/' } }, 'mcpServers.s.url', /the type is stdio/],
    ['a program with type http', { s: { type: 'http', command: 'x' } }, 'mcpServers.s.command', /the type is http/],
    ['words in command', { s: { command: 'npx -y x' } }, 'mcpServers.s.command', /not the name of one program/],
    ['a blank behind command', { s: { command: 'node ' } }, 'mcpServers.s.command', /not the name of one program/],
    ['blanks as command', { s: { command: ' ' } }, 'mcpServers.s.command', /must not be an empty text/],
    ['no command', { s: { command: '' } }, 'mcpServers.s.command', /must not be an empty text/],
    ['a blank in its name', { 'a b': { command: 'x' } }, 'mcpServers["a b"]', /an MCP server/],
    ['the sign between server and tool in its name', { a__b: { command: 'x' } }, 'mcpServers.a__b', /MCP server/],
    ['an empty name', { '': { command: 'x' } }, 'mcpServers[""]', /an MCP server/],
    ['another scheme', { s: { url: 'file:///etc/passwd' } }, 'mcpServers.s.url', /http: or https:/],
    ['no address', { s: { url: '' } }, 'mcpServers.s.url', /http: or https:/],
    ['a password in its address', { s: { url: 'https://me:pass@a/' } }, 'mcpServers.s.url', /a name or a password/],
    ['a header of two lines', { s: { url: 'https://a/', headers: { A: 'x\ny' } } }, 'mcpServers.s.headers', /cannot be sent/],
    [
      'a header with a blank in its name',
      { s: { url: 'https://a/', headers: { 'A B': 'x' } } },
      'mcpServers.s.headers',
      /cannot be sent/,
    ],
    [
      'a key without encryption',
      { s: { url: 'http://a/', headers: { A: 'x' } } },
      'mcpServers.s.url',
      /sends headers to a without/,
    ],
    [
      'a login without encryption',
      { s: { url: 'http://10.0.0.1/', oauth: {} } },
      'mcpServers.s.url',
      /sends oauth to 10\.0\.0\.1/,
    ],
    ['a query without encryption', { s: { url: 'http://a/?key=x' } }, 'mcpServers.s.url', /sends its query/],
  ])('%s', async (_, servers, path, message) => {
    const found = await load(project(servers)).catch((error) => error.problems);
    expect(found).toMatchObject([
      { path, message: expect.stringMatching(message), position: { line: 1 }, fix: expect.any(String) },
    ]);
  });

  it('a server of a registry that a program gives is an error that says where it can stand', async () => {
    const overrides = { mcpServers: { s: { registry: 'io.example/s@1.0.0' } } };
    const found = await load(project({ a: { command: 'x' } }), { overrides }).catch((error) => error.problems);
    expect(found).toMatchObject([
      {
        path: 'mcpServers.s.registry',
        message: expect.stringContaining('"io.example/s@1.0.0", and only a server in a configuration file is looked up'),
        fix: expect.stringContaining('under mcpServers of a file, or of a profile in it'),
      },
    ]);
  });

  it('another machine without encryption is a warning, and this machine is none', async () => {
    const servers = Object.fromEntries(
      ['http://a/', 'http://localhost:1/', 'http://127.0.0.1/', 'http://[::1]:2/', 'http://x.localhost/', 'https://a/'].map(
        (url, index) => [`s${index}`, { url }],
      ),
    );
    const { warnings } = await load(project(servers));
    expect(warnings).toMatchObject([{ path: 'mcpServers.s0.url', message: expect.stringContaining('to a without encryption') }]);
  });

  it('a program whose path has a blank is one program', async () => {
    const cwd = project({ s: { command: './my tools/server' }, t: { command: 'server', args: ['a b'] } });
    mkdirSync(join(cwd, 'my tools'));
    writeFileSync(join(cwd, 'my tools/server'), '');
    expect(await problems(cwd)).toEqual([]);
  });

  it('of another tool is left out with a warning', async () => {
    const servers = {
      a__b: { command: 'x' },
      c: { command: 'npx -y x' },
      d: { url: 'http://a/', headers: { A: 'x' } },
      e: { command: 'y' },
    };
    const cwd = sandbox.project({
      'agent.config.yaml': 'compat: [mcp]\nagents: { main: {} }\n',
      '.git/HEAD': '',
      '.mcp.json': JSON.stringify({ mcpServers: servers }),
    });
    const { plan, warnings } = await load(cwd);
    expect([Object.keys(plan.mcpServers ?? {}), warnings.length]).toEqual([['e'], 3]);
  });
});
