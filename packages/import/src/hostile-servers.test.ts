import fc from 'fast-check';
import { expect, it } from 'vitest';
import { breadth } from '../../../tests/lib/breadth.js';
import { importing } from './imported.test-kit.js';

const imported = importing();
const NAMES = ['__proto__', 'constructor', 'prototype', 'a__b', '__', '', '1', 'A B', 'ünï', 'toString', 'a.b', '-', '日本'];
// A host that is a variable fails the check until the variable is set.
const HOSTS = ['a.example', '127.0.0.1:80', '[::1]', '', 'a b'];
const LOGINS = ['', 'u:pw1@', 'u@', ':pw1@', 'u:p@w:1@', 'u%40x:pw1@', '${USER}:${PASS}@', '@'];
const SCHEMES = ['https://', 'http://', 'ftp://', 'file://', '//', ' https://'];
const ENDS = ['', '/mcp', '?k=pw1', '/?token=pw1#x', '/ x'];

const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 12 }));
const url = fc
  .tuple(fc.constantFrom(...SCHEMES), fc.constantFrom(...LOGINS), fc.constantFrom(...HOSTS), fc.constantFrom(...ENDS))
  .map((parts) => parts.join(''));
const pairs = fc.dictionary(name, fc.constantFrom('pw1', 'fast', 'Bearer pw1', 'ü日', 'a\nb'), { maxKeys: 2 });
const server = fc.oneof(
  fc.record({ url, headers: pairs }),
  fc.record({
    command: fc.constantFrom('x', 'npx -y x', '"a b" c', '', ' '),
    env: pairs,
    args: fc.constant(['--password', 'pw1']),
  }),
);

/** The reader of YAML and JSON refuses such a file as a whole, with the place. */
const isRefused = (key: string) => ['__proto__', 'constructor', 'prototype'].includes(key);
const own = (servers: readonly (readonly [string, unknown])[]) => Object.fromEntries(servers.filter(([key]) => !isRefused(key)));
const toml = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(toml).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)} = ${toml(item)}`)
    .join(', ')} }`;
};
const codex = ({ headers, ...rest }: Record<string, unknown>) =>
  headers === undefined ? rest : { ...rest, http_headers: headers };
const docker = ({ url: address, headers, ...rest }: Record<string, unknown>) =>
  address === undefined ? { type: 'mcp', ...rest } : { type: 'mcp', remote: { url: address, headers } };
const goose = ({ url: uri, command: cmd, env: envs, ...rest }: Record<string, unknown>) =>
  uri === undefined ? { type: 'stdio', cmd, envs, args: rest.args } : { type: 'streamable_http', uri, headers: rest.headers };
const opencode = ({ url: address, command, env, headers }: Record<string, unknown>) =>
  address === undefined ? { type: 'local', command: [command], environment: env } : { type: 'remote', url: address, headers };

type Servers = readonly (readonly [string, Record<string, unknown>])[];

/** Files with these servers, by format. */
const FORMATS: Readonly<Record<string, readonly [file: string, document: (servers: Servers) => unknown]>> = {
  codex: [
    'config.toml',
    (all) => `[mcp_servers]\n${[...new Map(all)].map(([key, one]) => `${JSON.stringify(key)} = ${toml(codex(one))}\n`).join('')}`,
  ],
  gemini: ['.gemini/settings.json', (all) => ({ ui: {}, mcpServers: own(all) })],
  copilot: ['.vscode/mcp.json', (all) => ({ servers: own(all) })],
  opencode: ['opencode.json', (all) => ({ mcp: own(all.map(([key, one]) => [key, opencode(one)])), $schema: 'opencode.ai' })],
  continue: ['a.json', (all) => ({ name: 'x', mcpServers: all.map(([key, one]) => ({ name: key, ...one })) })],
  goose: ['b.json', (all) => ({ title: 'x', prompt: 'y', extensions: all.map(([key, one]) => ({ name: key, ...goose(one) })) })],
  'docker-agent': [
    'c.json',
    (all) => ({ agents: { root: { instruction: 'x', toolsets: all.map(([key, one]) => ({ name: key, ...docker(one) })) } } }),
  ],
};

const textOf = (made: unknown): string =>
  typeof made === 'string' ? made : JSON.stringify(made, (_, value) => (isPlain(value) ? own(Object.entries(value)) : value));
const isPlain = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

it.each(Object.entries(FORMATS))(
  'servers of %s with hostile names and addresses become a configuration that passes the check, without a secret',
  async (_, [file, document]) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, server), { maxLength: 3 }), async (servers) => {
        const { text, losses } = await imported(file, { [file]: textOf(document(servers)) });
        expect(text.replaceAll(file, '')).not.toContain('pw1');
        expect(losses.join('\n')).not.toContain('pw1');
      }),
      { numRuns: breadth(40, 10), seed: 7 },
    );
  },
);

it.each([
  ['__proto__', 'the name "__proto__" is refused; the server is called proto_'],
  ['constructor', 'the name "constructor" is refused; the server is called server-constructor'],
  ['a__b', 'the name "a__b" is refused; the server is called a_b'],
])('a server of Codex with the refused name %s is renamed, and the report says so', async (key, problem) => {
  const { losses, plan } = await imported('config.toml', { 'config.toml': `[mcp_servers."${key}"]\ncommand = "x"\n` });
  expect(losses).toEqual([expect.stringContaining(problem)]);
  expect(Object.keys(plan.mcpServers ?? {})).toEqual([problem.split(' ').at(-1)]);
});

it('name and password of an address become a header, and never without encryption', async () => {
  const { text, losses } = await imported('config.toml', {
    'config.toml': '[mcp_servers.a]\nurl = "https://u:pw1@a.example/mcp"\n[mcp_servers.b]\nurl = "http://u:pw1@b.example/mcp"\n',
  });
  expect(text).toContain('url: https://a.example/mcp\n    headers:\n      Authorization: Basic ${secret:A_LOGIN}\n');
  expect(losses.map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'mcp_servers.a.url: name and password of an address are not copied; set the variable A_LOGIN to the Base64 of name:password',
    expect.stringMatching(/^mcp_servers\.b: url sends headers to b\.example without encryption/),
    'mcp_servers.b.url: name and password of an address are not copied; set the variable B_LOGIN to the Base64 of name:password',
  ]);
});
