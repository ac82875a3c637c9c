import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { longIt } from '../../../../tests/lib/breadth.js';
import { withServers } from '../testing/with-servers.js';
import { bringBundle } from './bundle-store.js';
import { resolveServer } from './resolve-server.js';
import { SERVER, type ZippedFile, zip } from './zip.test-kit.js';

const MANIFEST = {
  manifest_version: '0.3',
  name: 'weather',
  version: '1.0.0',
  server: {
    type: 'node',
    entry_point: 'server/index.mjs',
    mcp_config: {
      command: 'node',
      args: ['${__dirname}/server/index.mjs', '--units=${user_config.units}', '${user_config.folders}', '$HOME {units}'],
      env: { KEY: '${user_config.api_key}' },
    },
  },
  user_config: {
    api_key: { type: 'string', title: 'Key', description: 'The key.', required: true, sensitive: true },
    units: { type: 'string', title: 'Units', description: 'c or f', default: 'c' },
    folders: { type: 'directory', title: 'Folders', description: 'Folders', multiple: true, default: ['${HOME}'] },
  },
};

const FILES = [
  { name: 'manifest.json', text: JSON.stringify(MANIFEST) },
  { name: 'server/', mode: 0o040755 },
  { name: 'server/index.mjs', text: SERVER, mode: 0o100755 },
];

function place() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-bundle-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, stateDir: join(folder, 'state') };
}

const stored = (stateDir: string) => (existsSync(join(stateDir, 'bundles')) ? readdirSync(join(stateDir, 'bundles')) : []);
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Locks a bundle that stands beside the configuration. */
async function locked(files: readonly ZippedFile[]) {
  const at = place();
  const bytes = zip(files);
  writeFileSync(join(at.folder, 'x.mcpb'), bytes);
  return { ...at, sha256: hashOf(bytes), server: await resolveServer('./x.mcpb', at) };
}

describe('a bundle', () => {
  it('is unpacked into the store under its hash, and the lock has its command with inputs', async () => {
    const { stateDir, sha256, server } = await locked(FILES);
    expect(server).toEqual({
      registry: './x.mcpb',
      sha256,
      bundle: { url: './x.mcpb', sha256 },
      command: 'node',
      args: ['{__dirname}/server/index.mjs', '--units={units}', { when: 'folders', words: ['{folders}'] }, '$HOME {units}'],
      env: { KEY: '{api_key}' },
      inputs: {
        api_key: { required: true, secret: true, description: 'The key.' },
        units: { default: 'c', description: 'c or f' },
        folders: { repeated: true, format: 'filepath', description: 'Folders' },
      },
    });
    expect(stored(stateDir)).toEqual([sha256]);
    const file = join(stateDir, 'bundles', sha256, 'server/index.mjs');
    expect(readFileSync(file, 'utf8')).toBe(SERVER);
    expect(statSync(file).mode & 0o111).not.toBe(0);
    expect(statSync(join(stateDir, 'bundles')).mode & 0o077).toBe(0);
  });

  it('starts from the store', async () => {
    const { stateDir, sha256 } = await locked(FILES);
    const args = ['{__dirname}/server/index.mjs', 'a b'];
    const config = { bundle: sha256, command: process.execPath, args, env: { KEY: '{__dirname}' } };
    const { tool } = await withServers({ weather: config }, { stateDir });
    expect(tool('mcp__weather__where').name).toBe('mcp__weather__where');
  });

  it('that a plugin brings is unpacked at the start, if it is the one that was trusted', async () => {
    const { folder, stateDir } = place();
    const bytes = zip(FILES);
    const bundleFile = join(folder, 'x.mcpb');
    writeFileSync(bundleFile, bytes);
    const config = {
      bundle: hashOf(bytes),
      bundleFile,
      command: process.execPath,
      args: ['{__dirname}/server/index.mjs', 'a b'],
    };
    const { tool } = await withServers({ weather: { ...config, env: { KEY: '{__dirname}' } } }, { stateDir });
    expect(tool('mcp__weather__where').name).toBe('mcp__weather__where');
    expect(stored(stateDir)).toEqual([hashOf(bytes)]);
    writeFileSync(bundleFile, zip([...FILES, { name: 'more' }]));
    const other = place();
    const { connections } = await withServers({ weather: config }, { stateDir: other.stateDir });
    expect(connections.status()).toMatchObject([{ problem: expect.stringContaining('cannot be unpacked: its SHA-256 is') }]);
    expect(stored(other.stateDir)).toEqual([]);
  });

  it('that is not on this machine is a failure of its server', async () => {
    const { connections } = await withServers({ weather: { bundle: 'a'.repeat(64), command: 'node' } }, place());
    expect(connections.status()).toMatchObject([
      { problem: expect.stringContaining('is not on this machine; fetch it with loadout lock') },
    ]);
  });

  it.each<[string, readonly ZippedFile[], RegExp]>([
    ['leads out', [{ name: '../x' }], /invalid relative path/],
    ['leads out deeper', [{ name: 'a/../../x' }], /invalid relative path/],
    ['is absolute', [{ name: '/etc/x' }], /absolute path/],
    ['has a backslash', [{ name: 'a\\..\\x' }], /invalid characters/],
    ['has a drive', [{ name: 'C:/x' }], /absolute path|is not the name/],
    ['has a stream', [{ name: 'ab:c' }], /is not the name of a file/],
    ['has an empty part', [{ name: 'a//b' }], /is not the name of a file/],
    ['has a dot for a part', [{ name: 'a/./b' }], /is not the name of a file/],
    ['ends with a dot', [{ name: 'a.' }], /is not the name of a file/],
    ['is a link', [{ name: 'a', text: '/etc/passwd', mode: 0o120777 }], /is a link or a device/],
    ['is a device', [{ name: 'a', mode: 0o020666 }], /is a link or a device/],
    ['is there twice', [{ name: 'a' }, { name: 'A' }], /is there twice/],
    ['is a file and a folder', [{ name: 'a' }, { name: 'a/b' }], /EEXIST|ENOTDIR/],
    ['is encrypted', [{ name: 'a', flags: 0x801 }], /is encrypted/],
    ['holds more than it claims', [{ name: 'a', text: 'x'.repeat(100_000), claims: 10 }], /too many bytes/],
    ['holds less than it claims', [{ name: 'a', text: 'x', claims: 10 }], /not enough bytes/],
    ['claims too much', [{ name: 'a', claims: 0xfffffff0 }], /more than 536870912 bytes/],
  ])('with a file that %s is refused, and nothing of it stays', async (_, files, problem) => {
    const at = place();
    writeFileSync(join(at.folder, 'x.mcpb'), zip([...FILES, ...files]));
    await expect(resolveServer('./x.mcpb', at)).rejects.toThrow(problem);
    expect(stored(at.stateDir)).toEqual([]);
    expect(readdirSync(at.folder).sort()).toEqual(['state', 'x.mcpb']);
  });

  longIt('with too many files is refused', async () => {
    const at = place();
    writeFileSync(join(at.folder, 'x.mcpb'), zip(Array.from({ length: 20_001 }, (_, index) => ({ name: `${index}` }))));
    await expect(resolveServer('./x.mcpb', at)).rejects.toThrow('more than 20000 files');
  });

  it.each([
    ['no zip', Buffer.from('x'), /end of central directory/i],
    ['a zip that was cut', zip(FILES).subarray(0, -30), /end of central directory/i],
    ['without a manifest', zip([{ name: 'a' }]), /has no manifest\.json/],
    ['with a broken manifest', zip([{ name: 'manifest.json', text: '{' }]), /JSON/],
    ['without a command', zip([{ name: 'manifest.json', text: '{}' }]), /names no command/],
  ])('%s is refused', async (_, bytes, problem) => {
    const at = place();
    writeFileSync(join(at.folder, 'x.mcpb'), bytes);
    await expect(resolveServer('./x.mcpb', at)).rejects.toThrow(problem);
  });

  it.each([
    [{ server: { mcp_config: { command: '${HOME}/x' } } }, '${HOME}'],
    [{ server: { mcp_config: { command: 'x', args: ['${user_config.none}'] } } }, '${user_config.none}'],
    [{ ...MANIFEST, compatibility: { platforms: ['win32'] } }, 'win32'],
    [{ server: { mcp_config: { command: 'x', env: { 'A B': 'c' } } } }, '"A B" is not the name'],
  ])('whose manifest needs what is not here is refused: %j', async (manifest, problem) => {
    await expect(locked([{ name: 'manifest.json', text: JSON.stringify(manifest) }])).rejects.toThrow(problem);
  });
});

/** A registry on loopback with an entry whose bundle it has itself. */
async function registryWith(bytes: Buffer, { sha256 = hashOf(bytes), path = '/weather.mcpb' } = {}) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const base = `http://${request.headers.host}`;
    if (request.url === '/moved') return void response.writeHead(302, { location: `${base}/weather.mcpb` }).end();
    if (request.url === '/out') return void response.writeHead(302, { location: base.replace('127.0.0.1', 'localhost') }).end();
    if (request.url === '/weather.mcpb') return void response.end(bytes);
    const packages = [{ registryType: 'mcpb', identifier: `${base}${path}`, fileSha256: sha256, transport: { type: 'stdio' } }];
    response.end(JSON.stringify({ server: { name: 'io.github.x/weather', version: '1.0.2', packages } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { asked, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const NAME = 'io.github.x/weather@1.0.2';

describe('a bundle of a registry', () => {
  it.each(['/weather.mcpb', '/moved'])('is fetched from %s and compared with its hash', async (path) => {
    const bytes = zip(FILES);
    const { base } = await registryWith(bytes, { path });
    const at = place();
    const server = await resolveServer(NAME, { ...at, base });
    expect(server.bundle).toEqual({ url: `${base}${path}`, sha256: hashOf(bytes) });
    expect(stored(at.stateDir)).toEqual([hashOf(bytes)]);
  });

  it('with another hash is refused, and not stored', async () => {
    const { base } = await registryWith(zip(FILES), { sha256: 'a'.repeat(64) });
    const at = place();
    await expect(resolveServer(NAME, { ...at, base })).rejects.toThrow('the entry names aaaa');
    expect(stored(at.stateDir)).toEqual([]);
  });

  it('is not followed to an address without encryption', async () => {
    const { base } = await registryWith(zip(FILES), { path: '/out' });
    await expect(resolveServer(NAME, { ...place(), base })).rejects.toThrow('is not encrypted');
  });

  it('is not asked for before the configuration is trusted', async () => {
    const { base, asked } = await registryWith(zip(FILES));
    const isTrusted = () => Promise.resolve(false);
    await expect(resolveServer(NAME, { ...place(), base, isTrusted })).rejects.toMatchObject({ code: 'REGISTRY_WAITS' });
    await expect(
      bringBundle({ url: `${base}/weather.mcpb`, sha256: 'a'.repeat(64) }, { ...place(), base, isTrusted }),
    ).rejects.toMatchObject({
      code: 'REGISTRY_WAITS',
    });
    expect(asked).toEqual(['/v0.1/servers/io.github.x%2Fweather/versions/1.0.2']);
  });

  it('is brought again to a machine that does not have it, once', async () => {
    const bytes = zip(FILES);
    const { base, asked } = await registryWith(bytes);
    const at = { ...place(), base };
    const bundle = { url: `${base}/weather.mcpb`, sha256: hashOf(bytes) };
    await bringBundle(bundle, at);
    await bringBundle(bundle, at);
    expect([asked, stored(at.stateDir)]).toEqual([['/weather.mcpb'], [bundle.sha256]]);
  });
});
