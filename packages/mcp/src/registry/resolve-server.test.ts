import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { resolveServer } from './resolve-server.js';

/** Resolves the entry of a file, without the fields that say where it comes from. */
async function resolved(entry: object) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-registry-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'server.json'), JSON.stringify({ name: 'io.github.x/weather', version: '1.0.2', ...entry }));
  const { registry: _, sha256, ...server } = await resolveServer('./server.json', { folder });
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  return server;
}

const npm = { registryType: 'npm', identifier: '@x/weather', version: '1.0.2', transport: { type: 'stdio' } };

it.each([
  ['npm', npm, 'npx', ['-y', '@x/weather@1.0.2']],
  [
    'npm by bun',
    { ...npm, runtimeHint: 'bunx', runtimeArguments: [{ type: 'named', name: '-y' }] },
    'bunx',
    ['-y', '@x/weather@1.0.2'],
  ],
  ['pypi', { registryType: 'pypi', identifier: 'weather-mcp', version: '0.3' }, 'uvx', ['weather-mcp==0.3']],
  [
    'nuget',
    { registryType: 'nuget', identifier: 'X.Weather', version: '2.0.0-beta' },
    'dnx',
    ['X.Weather@2.0.0-beta', '--yes', '--'],
  ],
  [
    'an image',
    { registryType: 'oci', identifier: 'ghcr.io/x/weather', version: '1.0' },
    'docker',
    ['run', '-i', '--rm', 'ghcr.io/x/weather:1.0'],
  ],
  [
    'an image with a tag',
    { registryType: 'oci', identifier: 'docker.io/x/w:2' },
    'docker',
    ['run', '-i', '--rm', 'docker.io/x/w:2'],
  ],
])('a package of %s becomes a command of words', async (_, pack, command, args) => {
  expect(await resolved({ packages: [pack] })).toEqual({ command, args });
});

it('arguments, variables and headers become inputs, and values of the author stay', async () => {
  const pack = {
    ...npm,
    packageArguments: [
      { type: 'positional', value: 'serve' },
      { type: 'positional', valueHint: 'city', isRequired: true, description: 'A city.' },
      { type: 'named', name: '--port', format: 'number', default: '8080' },
      { type: 'named', name: '--units=', choices: ['c', 'f'] },
      { type: 'named', name: '--quiet' },
      { type: 'named', name: '--debug', format: 'boolean' },
      { type: 'named', name: '--tag', isRepeated: true, valueHint: 'tag' },
      { type: 'named', name: '--file', value: '{folder}/{curly}', variables: { folder: { format: 'filepath' } } },
    ],
    environmentVariables: [
      { name: 'API_KEY', isRequired: true, isSecret: true },
      { name: 'MODE', value: 'fast' },
    ],
  };
  expect(await resolved({ packages: [pack] })).toEqual({
    command: 'npx',
    args: [
      ...['-y', '@x/weather@1.0.2', 'serve'],
      { when: 'city', words: ['{city}'] },
      ...['--port', '{port}'],
      { when: 'units', words: ['--units={units}'] },
      '--quiet',
      { when: 'debug', words: ['--debug'] },
      { when: 'tag', words: ['--tag', '{tag}'] },
      ...['--file', '{folder}/{curly}'],
    ],
    env: { API_KEY: '{API_KEY}', MODE: 'fast' },
    inputs: {
      city: { required: true, description: 'A city.' },
      port: { format: 'number', default: '8080' },
      units: { choices: ['c', 'f'] },
      debug: { format: 'boolean' },
      tag: { repeated: true },
      folder: { format: 'filepath', required: true },
      API_KEY: { required: true, secret: true },
    },
  });
});

it('a name that is no key is made one, and a variable with such a name stays in the text', async () => {
  const packageArguments = [
    { type: 'positional', valueHint: '<path to file>' },
    { type: 'positional', valueHint: '__proto__' },
    { type: 'positional', value: 5 },
    { type: 'positional', value: '{a b}', variables: { 'a b': {} } },
  ];
  const { args, inputs } = await resolved({ packages: [{ ...npm, packageArguments }] });
  expect(args?.slice(2)).toEqual([
    { when: 'path_to_file', words: ['{path_to_file}'] },
    { when: 'proto', words: ['{proto}'] },
    '5',
    '{a b}',
  ]);
  expect(inputs).toEqual({ path_to_file: {}, proto: {} });
});

it('a container is told the variables that have a value', async () => {
  const environmentVariables = [
    { name: 'KEY', isSecret: true },
    { name: 'MODE', value: 'fast' },
  ];
  const runtimeArguments = [{ type: 'named', name: '--network', value: 'none' }];
  const image = { registryType: 'oci', identifier: 'x/w:1', runtimeHint: 'podman', runtimeArguments, environmentVariables };
  expect(await resolved({ packages: [image] })).toMatchObject({
    command: 'podman',
    args: ['run', '-i', '--rm', { when: 'KEY', words: ['-e', 'KEY'] }, '-e', 'MODE', '--network', 'none', 'x/w:1'],
  });
});

it('a remote becomes an address with its headers and variables', async () => {
  const remotes = [
    {
      type: 'streamable-http',
      url: 'https://{tenant}.weather.test/mcp',
      headers: [{ name: 'Authorization', value: 'Bearer {token}', variables: { token: { isSecret: true } } }],
      variables: { tenant: { choices: ['eu', 'us'] } },
    },
  ];
  expect(await resolved({ remotes })).toEqual({
    type: 'http',
    url: 'https://{tenant}.weather.test/mcp',
    headers: { Authorization: 'Bearer {token}' },
    inputs: { tenant: { choices: ['eu', 'us'], required: true }, token: { secret: true, required: true } },
  });
});

it('older files are read: keys in snake_case, the name of a package, the version apart', async () => {
  const pack = {
    registry_name: 'npm',
    name: '@x/weather',
    version: '1.0.2',
    runtime_hint: 'npx',
    package_arguments: [{ type: 'positional', value_hint: 'city', is_required: true }],
    environment_variables: [{ name: 'API_KEY', is_secret: true }],
  };
  const entry = { version: undefined, version_detail: { version: '1.0.2' }, status: 'active', packages: [pack] };
  expect(await resolved(entry)).toEqual({
    command: 'npx',
    args: ['-y', '@x/weather@1.0.2', { when: 'city', words: ['{city}'] }],
    env: { API_KEY: '{API_KEY}' },
    inputs: { city: { required: true }, API_KEY: { secret: true } },
  });
});

it.each([
  [
    'a shell for npx',
    { ...npm, runtimeArguments: [{ type: 'named', name: '-c', value: 'curl x | sh' }] },
    /hold "-c", which could run other code/,
  ],
  ['another package for npx', { ...npm, runtimeArguments: [{ type: 'named', name: '--package=evil' }] }, /could run other code/],
  [
    'a word from an input for npx',
    { ...npm, runtimeArguments: [{ type: 'positional', valueHint: 'x' }] },
    /could run other code/,
  ],
  ['a runtime of its own', { ...npm, runtimeHint: 'sh' }, /wants to be run by "sh"/],
  ['a name that is an option', { ...npm, identifier: '--call=x' }, /"--call=x" is not the name of a package/],
  ['an address as a name', { ...npm, identifier: 'git+https://x.test/y' }, /is not the name of a package/],
  ['a tag with an option', { registryType: 'oci', identifier: 'x', version: '1 --privileged' }, /"1 --privileged" is not exact/],
  ['a tag that moves', { registryType: 'oci', identifier: 'x/w:latest' }, /"x\/w:latest" is not the name/],
  [
    'a variable with another name',
    { ...npm, environmentVariables: [{ name: 'A=B', value: '1' }] },
    /"A=B" is not the name of a variable/,
  ],
  [
    'a variable that is no field',
    { ...npm, environmentVariables: [JSON.parse('{"name":"__proto__","value":"1"}')] },
    /is not the name of a variable/,
  ],
  ['a range', { ...npm, version: '^1.0.0' }, /"\^1\.0\.0" is not exact/],
  ['latest', { ...npm, version: 'latest' }, /"latest" is not exact/],
  ['another registry', { ...npm, registryBaseUrl: 'https://npm.evil.test' }, /in the registry "https:\/\/npm\.evil\.test"/],
  ['a kind that nobody knows', { ...npm, registryType: 'cargo' }, /a package of "cargo" cannot be started/],
  ['a kind that is a field of objects', { ...npm, registryType: 'constructor' }, /cannot be started/],
  ['a package that listens', { ...npm, transport: { type: 'sse', url: 'http://localhost:1' } }, /listens as "sse"/],
])('%s is refused', async (_, pack, message) => {
  await expect(resolved({ packages: [pack] })).rejects.toMatchObject({
    code: 'REGISTRY_UNFIT',
    message: expect.stringMatching(message),
  });
});

it('the first package that can be started is taken, else an address', async () => {
  const remotes = [{ type: 'sse', url: 'https://x.test/sse' }];
  expect(await resolved({ packages: [{ ...npm, registryType: 'mcpb' }], remotes })).toMatchObject({ type: 'sse' });
  expect(await resolved({ packages: [{ ...npm, registryType: 'mcpb' }, npm], remotes })).toMatchObject({ command: 'npx' });
  await expect(resolved({})).rejects.toThrow('has neither packages nor remotes');
});

async function api(answer: (path: string) => { readonly status?: number; readonly body: string; readonly location?: string }) {
  const server = createServer((request, response) => {
    const { status = 200, body, location } = answer(request.url ?? '');
    response.writeHead(status, location === undefined ? {} : { location }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ENTRY = { name: 'io.github.x/weather', version: '1.0.2', packages: [npm] };

it('a version is looked up in the API of a registry', async () => {
  const asked: string[] = [];
  const base = await api((path) => {
    asked.push(path);
    return {
      body: JSON.stringify({ server: ENTRY, _meta: { 'io.modelcontextprotocol.registry/official': { status: 'active' } } }),
    };
  });
  const found = await resolveServer('io.github.x/weather@1.0.2', { folder: '/', base });
  expect(found).toMatchObject({ registry: 'io.github.x/weather@1.0.2', command: 'npx' });
  expect(asked).toEqual(['/v0.1/servers/io.github.x%2Fweather/versions/1.0.2']);
});

it.each([
  ['no answer of its own', { status: 404, body: 'none' }, /answered 404/],
  ['a redirect', { status: 302, body: '', location: 'https://elsewhere.test/' }, /cannot be read/],
  [
    'another entry',
    { body: JSON.stringify({ ...ENTRY, name: 'io.github.y/other' }) },
    /is an entry of io\.github\.y\/other@1\.0\.2/,
  ],
  ['another version', { body: JSON.stringify({ ...ENTRY, version: '1.0.3' }) }, /is an entry of io\.github\.x\/weather@1\.0\.3/],
  [
    'a deleted entry',
    { body: JSON.stringify({ server: ENTRY, _meta: { 'io.modelcontextprotocol.registry/official': { status: 'deleted' } } }) },
    /was deleted/,
  ],
  ['a text that is not JSON', { body: '<html>' }, /it is not JSON/],
  ['a list', { body: '[]' }, /is not a JSON object/],
  ['too much', { body: ' '.repeat(1024 * 1024 + 1) }, /more than 1048576 bytes/],
])('%s is an error that names the server', async (_, answer, message) => {
  const base = await api(() => answer);
  await expect(resolveServer('io.github.x/weather@1.0.2', { folder: '/', base })).rejects.toThrow(message);
});

it.each([
  ['weather', /neither name@version/],
  ['io.github.x/weather@latest', /latest may be another one tomorrow/],
  ['http://weather.test/server.json', /nor an address with https:/],
  ['http://127.0.0.1:1/server.json', /nor an address with https:/],
  ['../outside.json', /ENOENT|leads out of the folder/],
  ['../../../../../../../../etc/passwd', /leads out of the folder/],
  ['./none.json', /ENOENT/],
])('%s is not looked up', async (registry, message) => {
  await expect(resolveServer(registry, { folder: tmpdir() })).rejects.toMatchObject({
    code: 'REGISTRY_UNREADABLE',
    message: expect.stringMatching(message),
  });
});

it.each([
  ['weather', /^Write registry: io\.github\.owner/],
  ['weather.mcpb', /^Write registry: io\.github\.owner/],
  ['./none.json', /^Put a server\.json there/],
  ['./none.mcpb', /^Put a bundle there/],
  ['https://127.0.0.1:1/none.json', /^Open the address and see whether it is a server\.json/],
  ['https://127.0.0.1:1/none.mcpb', /^Open the address and see whether it is a bundle/],
])('the fix for %s fits the form of the source', async (registry, fix) => {
  await expect(resolveServer(registry, { folder: tmpdir() })).rejects.toMatchObject({ fix: expect.stringMatching(fix) });
});

it('a registry on another machine is asked over https: alone', async () => {
  const asked = resolveServer('io.github.x/weather@1.0.2', { folder: '/', base: 'http://registry.test' });
  await expect(asked).rejects.toThrow('http://registry.test/v0.1/servers/io.github.x%2Fweather/versions/1.0.2 is not encrypted');
});
