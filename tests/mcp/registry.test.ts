import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { loadConfig } from '@loadout/config';
import { expect, it, onTestFinished } from 'vitest';
import { parse, stringify } from 'yaml';
import { SERVER, zip } from '../../packages/mcp/src/registry/zip.test-kit.js';
import { loadout, project } from '../lib/loadout.js';

const PACKAGE = {
  registryType: 'npm',
  identifier: '@x/weather',
  version: '1.0.2',
  transport: { type: 'stdio' },
  packageArguments: [
    { type: 'named', name: '--units', choices: ['c', 'f'], default: 'c' },
    { type: 'positional', value: '${env:HOME} $5 {curly}' },
    { type: 'named', name: '--tag', isRepeated: true },
    { type: 'named', name: '--debug', format: 'boolean' },
  ],
  environmentVariables: [
    { name: 'API_KEY', isRequired: true, isSecret: true },
    { name: 'REGION', description: 'Not set unless it is given.' },
  ],
};
const entryOf = (pack: object) => ({ name: 'io.github.x/weather', version: '1.0.2', packages: [pack] });

/** A registry with one server. `asked` counts the requests. */
async function registry(entry: object = entryOf(PACKAGE)) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(JSON.stringify({ server: entry }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = () => new Promise<void>((done) => server.close(() => done()));
  onTestFinished(close);
  return {
    asked,
    close,
    env: {
      WEATHER_KEY: 'key-of-the-weather',
      LOADOUT_MCP_REGISTRY: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
  };
}

const config = (inputs: string, more = '') => `secrets: { WEATHER: { env: WEATHER_KEY } }
mcpServers: { weather: { registry: io.github.x/weather@1.0.2, inputs: ${inputs}, timeout: 5000 } }
agents: { a: { instructions: Hi., model: anthropic/m } }
${more}`;
const GOOD = '{ API_KEY: "${secret:WEATHER}", units: f, tag: [one, two words; rm -rf], debug: true }';

let locked: string | undefined;

/** A project whose lock has this server, made once for all rows. */
async function lockedProject(): Promise<string> {
  if (locked !== undefined) return locked;
  const { env } = await registry();
  const cwd = project({ 'agent.config.yaml': config(GOOD) });
  expect((await loadout(['lock'], { cwd, env, trust: false })).code).toBe(0);
  locked = cwd;
  return cwd;
}

/** The problems of a configuration whose lock has this server. */
async function problems(inputs: string) {
  const cwd = await lockedProject();
  writeFileSync(join(cwd, 'agent.config.yaml'), config(inputs));
  const { stdout } = await loadout(['check'], { cwd, env: { WEATHER_KEY: 'key-of-the-weather' } });
  return stdout;
}

it('a server of a registry starts as a command of words, in which nothing of the registry is a reference', async () => {
  const { env } = await registry();
  const cwd = project({ 'agent.config.yaml': config(GOOD) });
  // Nobody trusts the folder, so no server is started.
  const locked = await loadout(['lock'], { cwd, env, trust: false });
  expect([locked.code, locked.stderr]).toEqual([0, expect.stringContaining('mcpServers.weather')]);
  const { plan } = await loadConfig({ cwd, env: { HOME: '/home/me', WEATHER_KEY: 'key-of-the-weather' } });
  expect(plan.mcpServers?.weather?.options).toEqual({
    command: 'npx',
    args: [
      ...['-y', '@x/weather@1.0.2', '--units', 'f', '${env:HOME} $5 {curly}'],
      ...['--tag', 'one', '--tag', 'two words; rm -rf', '--debug'],
    ],
    env: { API_KEY: 'key-of-the-weather' },
    timeout: 5000,
  });
});

it('a start needs no network, and a server that is not in the lock is an error that says so', async () => {
  const { asked, close, env } = await registry();
  const cwd = project({ 'agent.config.yaml': config(GOOD) });
  const before = await loadout(['check'], { cwd, env });
  expect([before.code, asked]).toEqual([2, []]);
  expect(before.stdout).toMatch(
    /mcpServers\.weather\.registry "io\.github\.x\/weather@1\.0\.2" is not in loadout\.lock\.\n[\s\S]*Fix: Look it up with: loadout lock/,
  );
  await loadout(['lock'], { cwd, env, trust: false });
  await close();
  const after = await loadout(['check'], { cwd, env, trust: false });
  expect([after.code, after.stdout]).toEqual([0, expect.stringContaining('ok')]);
  expect((await loadout(['lock'], { cwd, env, trust: false })).code).toBe(0);
  expect(asked).toHaveLength(1);
});

it('what the lock has for it is what a person trusts: another command waits', async () => {
  const { env } = await registry();
  const cwd = project({ 'agent.config.yaml': config(GOOD) });
  const all = { ...env, LOADOUT_STATE_DIR: join(cwd, '.state') };
  await loadout(['lock'], { cwd, env: all, trust: false });
  const shown = await loadout(['trust', '--show'], { cwd, env: all, trust: false });
  expect(shown.stdout + shown.stderr).toContain('@x/weather@1.0.2');
  expect((await loadout(['trust', '--yes'], { cwd, env: all, trust: false })).code).toBe(0);
  const listed = async () => (await loadout(['list', 'mcp'], { cwd, env: all, trust: false })).stdout;
  expect(await listed()).toMatch(/^weather +eager /);
  const file = join(cwd, 'loadout.lock');
  const lock = parse(readFileSync(file, 'utf8'));
  lock.servers.weather.args[1] = '@x/weather@6.6.6';
  writeFileSync(file, stringify(lock));
  expect(await listed()).toMatch(/^weather +needs trust +npx -y @x\/weather@6\.6\.6 /);
});

it.each([
  ['{}', 'mcpServers.weather.inputs.API_KEY is missing'],
  ['{ API_KEY: plain-text-key }', 'mcpServers.weather.inputs.API_KEY is a secret, and is written out'],
  ['{ API_KEY: "${secret:WEATHER}", units: k }', 'inputs.units is the text "k", which is not one of its choices'],
  ['{ API_KEY: "${secret:WEATHER}", unit: c }', 'inputs.unit is not an input of this server'],
  ['{ API_KEY: "${secret:WEATHER}", debug: maybe }', 'inputs.debug is the text "maybe", which is not a boolean'],
  ['{ API_KEY: "${secret:WEATHER}", units: [c, f] }', 'inputs.units is a list, not one text'],
])('inputs %s: %s', async (inputs, message) => {
  const stdout = await problems(inputs);
  expect(stdout).toContain(message);
  expect(stdout).toMatch(/agent\.config\.yaml:2:\d+ {2}CONFIG_VALUE_REFUSED/);
  expect(stdout).toContain('1 error');
});

it('a command beside the name of a registry, and an entry that is gone, are errors', async () => {
  const { env } = await registry();
  const both = config(GOOD).replace('timeout: 5000', 'command: sh');
  const cwd = project({ 'agent.config.yaml': both });
  expect((await loadout(['check'], { cwd })).stdout).toContain('mcpServers.weather.command stands beside registry');
  const gone = await loadout(['lock'], { cwd: project({ 'agent.config.yaml': config(GOOD).replace('@1.0.2', '@9.9.9') }), env });
  expect([gone.code !== 0, gone.stderr]).toEqual([true, expect.stringContaining('is an entry of io.github.x/weather@1.0.2')]);
});

it('an address that a clone names is asked only after the clone is trusted', async () => {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/server.json`;
  const cwd = project({
    'agent.config.yaml': `mcpServers: { weather: { registry: "${address}" } }\nagents: { a: { instructions: Hi., model: anthropic/m } }\n`,
  });
  const waits = await loadout(['lock'], { cwd, trust: false });
  expect(waits.stderr).toContain(`${address} is not read, because the configuration that leads to it is not trusted.`);
  expect([waits.code, connections]).toEqual([2, 0]);
  const shown = await loadout(['trust', '--yes'], { cwd, trust: false });
  expect(shown.stdout).toContain(address);
  expect((await loadout(['lock'], { cwd, trust: false })).stderr).toContain(`The server ${address} cannot be read`);
  expect(connections).toBe(1);
});

it('a bundle is locked by its hash, waits for trust, and starts from the state folder', async () => {
  const manifest = {
    server: { mcp_config: { command: 'node', args: ['${__dirname}/server.mjs'], env: { KEY: '${user_config.key}' } } },
    user_config: { key: { type: 'string', title: 't', description: 'The key.', sensitive: true, required: true } },
  };
  const cwd = project({
    'agent.config.yaml': config('{ key: "${secret:WEATHER}" }').replace('io.github.x/weather@1.0.2', './x.mcpb'),
  });
  writeFileSync(
    join(cwd, 'x.mcpb'),
    zip([
      { name: 'manifest.json', text: JSON.stringify(manifest) },
      { name: 'server.mjs', text: SERVER },
    ]),
  );
  const env = { WEATHER_KEY: 'key-of-the-weather', LOADOUT_STATE_DIR: join(cwd, '.state') };
  expect(await loadout(['lock'], { cwd, env, trust: false })).toMatchObject({ code: 0 });
  const { weather } = parse(readFileSync(join(cwd, 'loadout.lock'), 'utf8')).servers;
  expect(weather).toMatchObject({
    args: ['{__dirname}/server.mjs'],
    bundle: { url: './x.mcpb', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  const waits = await loadout(['mcp', 'doctor', 'weather'], { cwd, env, trust: false });
  expect(waits.stderr).toContain('TRUST_NEEDED');
  const shown = await loadout(['trust', '--yes'], { cwd, env, trust: false });
  expect(shown.stdout).toContain(weather.bundle.sha256);
  expect(shown.stdout).not.toContain(join(cwd, '.state'));
  const started = await loadout(['mcp', 'doctor', 'weather'], { cwd, env, trust: false });
  expect(started).toMatchObject({ code: 0, stdout: expect.stringContaining('where') });
});

const NAMED = '{ registry: io.github.x/weather@1.0.2, inputs: { API_KEY: "${secret:WEATHER}" } }';
const SECRET = 'secrets: { WEATHER: { env: WEATHER_KEY } }\n';
const AGENTS = 'agents: { a: { instructions: Hi., model: anthropic/m } }\n';

it('a profile has servers of a registry of its own: locked, trusted, and used in that profile alone', async () => {
  const { env } = await registry();
  const text = `${SECRET}mcpServers: { weather: { command: old } }\n${AGENTS}profiles: { prod: { mcpServers: { weather: ${NAMED} } } }\n`;
  const cwd = project({ 'agent.config.yaml': text });
  const before = await loadout(['check'], { cwd, env });
  expect(before.stdout).toMatch(
    /LOCK_SERVER_MISSING {2}profiles\.prod\.mcpServers\.weather\.registry[\s\S]*Fix: Look it up with: loadout lock\n/,
  );
  expect((await loadout(['lock'], { cwd, env, trust: false })).code).toBe(0);
  const locked: unknown = parse(readFileSync(join(cwd, 'loadout.lock'), 'utf8'));
  expect(locked).toMatchObject({ servers: { 'prod/weather': { registry: 'io.github.x/weather@1.0.2', command: 'npx' } } });
  const shown = await loadout(['trust', '--json'], { cwd, env, trust: false });
  expect(shown.stdout).toContain('profiles.prod.mcpServers.weather');
  expect(shown.stdout).toContain('@x/weather@1.0.2');
  const servers = async (profile?: string) =>
    (await loadConfig({ cwd, env: { HOME: '/home/me', ...env }, ...(profile && { profile }) })).plan.mcpServers?.weather?.options;
  expect([await servers(), await servers('prod')]).toMatchObject([
    { command: 'old' },
    { command: 'npx', args: ['-y', '@x/weather@1.0.2', '--units', 'c', '${env:HOME} $5 {curly}'] },
  ]);
});

it('a server of a registry in a file that is extended is in the lock beside that file, and its error names the command', async () => {
  const { env } = await registry();
  const cwd = project({
    'agent.config.yaml': `extends: ./base/servers.yaml\n${AGENTS}`,
    'base/servers.yaml': `${SECRET}mcpServers: { weather: ${NAMED} }\n`,
  });
  const before = await loadout(['check'], { cwd, env });
  expect(before.stdout).toContain('Fix: Look it up with: loadout lock --config base/servers.yaml\n');
  expect((await loadout(['lock', '--config', 'base/servers.yaml'], { cwd, env, trust: false })).code).toBe(0);
  const { plan } = await loadConfig({ cwd, env: { HOME: '/home/me', ...env } });
  expect(plan.mcpServers?.weather?.options).toMatchObject({ command: 'npx' });
});

it('a server of a registry in a configuration of JSON is looked up', async () => {
  const { env } = await registry();
  const entry = { registry: 'io.github.x/weather@1.0.2', inputs: { API_KEY: '${secret:WEATHER}' } };
  const whole = {
    secrets: { WEATHER: { env: 'WEATHER_KEY' } },
    mcpServers: { weather: entry },
    agents: { a: { instructions: 'Hi.' } },
  };
  const cwd = project({ 'agent.config.json': JSON.stringify(whole) });
  expect((await loadout(['lock'], { cwd, env, trust: false })).code).toBe(0);
  const { plan } = await loadConfig({ cwd, env: { HOME: '/home/me', ...env } });
  expect(plan.mcpServers?.weather?.options).toMatchObject({ command: 'npx' });
});

it.each<[what: string, files: Readonly<Record<string, string>>, says: string]>([
  [
    'a configuration that is code',
    {
      'agent.config.mjs':
        'export default { mcpServers: { w: { registry: "./server.json" } }, agents: { a: { instructions: "Hi." } } };',
    },
    'mcpServers.w.registry stands in a configuration that is code, which is not looked up',
  ],
  [
    'an agent',
    { 'agent.config.yaml': `agents: { a: { instructions: Hi., mcpServers: { w: ${NAMED} } } }` },
    'agents.a.mcpServers must be a list',
  ],
  [
    'the file .mcp.json',
    { 'agent.config.yaml': `compat: true\n${AGENTS}`, '.mcp.json': '{"mcpServers":{"w":{"registry":"./server.json"}}}' },
    'mcpServers.w.registry is ignored: a server of the MCP registry is declared under mcpServers of the configuration',
  ],
  [
    'a plugin of Claude Code',
    {
      'agent.config.yaml': `plugins: { p: { claude: ./p } }\n${AGENTS}`,
      'p/.claude-plugin/plugin.json': '{"name":"p","mcpServers":{"w":{"registry":"./server.json"}}}',
    },
    'mcpServers.w.registry is ignored: a server of the MCP registry is declared under mcpServers of the configuration',
  ],
])('a server of a registry in %s starts nothing, and the message says why', async (_, files, says) => {
  const { stdout, stderr } = await loadout(['check'], { cwd: project(files) });
  expect(stdout + stderr).toContain(says);
});
