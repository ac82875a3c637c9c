import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hook, makeProject, writeFiles } from '../plugin/mount.test-kit.js';
import { commitFolder } from '../store/places.js';
import { serve, type TarFile, tgz } from './archive.test-kit.js';
import { marketplace } from './git.test-kit.js';
import { wantPlugin } from './want-plugin.js';

const PLUGIN: readonly TarFile[] = [
  { name: 'package/package.json', text: '{"name":"review-plugin","version":"1.2.0","scripts":{"prepack":"touch ran"}}' },
  { name: 'package/.claude-plugin/plugin.json', text: '{"name":"review","version":"1.2.0"}' },
  { name: 'package/hooks/hooks.json', text: JSON.stringify({ hooks: { Stop: hook('echo x') } }) },
  { name: 'package/run.sh', text: '#!/bin/sh\n', mode: 0o755 },
];

/** A project whose marketplace is a folder of it. */
function makeMarket(plugins: readonly object[]) {
  const files = Object.entries(marketplace(plugins)).map(([name, value]) => [`market/${name}`, value]);
  const project = makeProject({ 'agent.config.yaml': 'agents: { main: {} }\n', ...Object.fromEntries(files) });
  const env = { ...project.env, PATH: process.env.PATH, npm_config_cache: join(project.root, 'cache') };
  const base = { configFile: join(project.cwd, 'agent.config.yaml'), mount: 'review', marketplaces: { test: './market' }, env };
  const store = join(project.root, 'state/claude/commits');
  return {
    ...{ ...project, env },
    want: (more: object = {}) => wantPlugin('review@test', { ...base, ...more }),
    stored: () => (existsSync(store) ? readdirSync(store) : []),
  };
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('a plugin in an archive', () => {
  const served = (bytes: Buffer) =>
    serve(({ url }, response) => {
      if (url === '/moved') response.writeHead(302, { location: '/x.tgz' }).end();
      else if (url === '/away') response.writeHead(302, { location: 'http://a.example/x.tgz' }).end();
      else if (url === '/none') response.writeHead(404).end();
      else response.end(bytes);
    });

  it.each(['/x.tgz', '/moved'])('is fetched from %s, and pinned by its hash where its entry names none', async (path) => {
    const bytes = tgz(PLUGIN);
    const { want, stored, env, cwd, trusted } = makeMarket([
      { name: 'review', source: { source: 'archive', url: `${await served(bytes)}${path}` } },
    ]);
    const { entry, facts, marketplace: market } = await want();
    expect(entry).toEqual({ claude: 'review@test', sha: hashOf(bytes) });
    expect(facts).toMatchObject({ name: 'review', version: '1.2.0', acts: ['hook Stop: echo x'] });
    expect(stored()).toEqual([hashOf(bytes)]);
    expect(statSync(join(commitFolder(hashOf(bytes), env), 'run.sh')).mode & 0o111).not.toBe(0);
    writeFiles(cwd, {
      'agent.config.yaml': JSON.stringify({
        marketplaces: { test: market?.value },
        plugins: { shell: '@loadout/tool-shell', review: entry },
        agents: { main: {} },
      }),
    });
    expect((await trusted()).plan.hooks.map(({ event }) => event)).toEqual(['Stop']);
  });

  it('is not fetched again, and not taken if its source changed', async () => {
    let bytes = tgz(PLUGIN);
    const url = await serve((_, response) => void response.end(bytes));
    const { want } = makeMarket([{ name: 'review', source: { source: 'archive', url: `${url}/x.tgz` } }]);
    const { entry } = await want();
    bytes = tgz([...PLUGIN, { name: 'package/more', text: 'x' }]);
    expect((await want({ sha: entry.sha })).entry).toEqual(entry);
    await expect(want({ sha: 'a'.repeat(64) })).rejects.toThrow(/its SHA-256 is [0-9a-f]{64}, and a{64} is expected/);
    expect((await want({ sha: entry.sha, updates: true })).entry.sha).toBe(hashOf(bytes));
  });

  it('with a hash in its entry needs none in the mount', async () => {
    const bytes = tgz(PLUGIN);
    const { want } = makeMarket([
      { name: 'review', source: { source: 'archive', url: `${await served(bytes)}/x`, sha256: hashOf(bytes) } },
    ]);
    expect((await want()).entry).toEqual({ claude: 'review@test' });
  });

  it.each<[string, readonly TarFile[], RegExp]>([
    ['leads out', [{ name: 'package/../../x' }], /is not the name of a file/],
    ['is absolute', [{ name: '/x' }], /is not the name of a file/],
    ['is a link', [{ name: 'package/x', type: '2' }], /is a link or a device/],
    ['is a hard link', [{ name: 'package/x', type: '1' }], /is a link or a device/],
    ['is a device', [{ name: 'package/x', type: '3' }], /is a link or a device/],
    ['is there twice', [{ name: 'package/RUN.sh' }], /is there twice/],
    ['has a backslash', [{ name: 'package/a\\..\\b' }], /is not the name of a file/],
  ])('with a file that %s is refused, and nothing of it stays', async (_, files, problem) => {
    const { want, stored } = makeMarket([
      { name: 'review', source: { source: 'archive', url: `${await served(tgz([...PLUGIN, ...files]))}/x` } },
    ]);
    await expect(want()).rejects.toThrow(problem);
    expect(stored()).toEqual([]);
  });

  it.each([
    ['/none', /answered 404/],
    ['/away', /a\.example\/x\.tgz is not encrypted/],
  ])('that %s does not answer with is refused', async (path, problem) => {
    const { want } = makeMarket([
      { name: 'review', source: { source: 'archive', url: `${await served(Buffer.from('x'))}${path}` } },
    ]);
    await expect(want()).rejects.toThrow(problem);
  });
});

describe('a plugin in a package of npm', () => {
  /** A registry with one package. */
  async function registry(bytes: Buffer, integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`) {
    const url: string = await serve((request, response) => {
      if (request.url?.endsWith('.tgz') === true) return void response.end(bytes);
      const dist = { tarball: `http://${request.headers.host}/review-plugin-1.2.0.tgz`, integrity };
      const versions = { '1.2.0': { name: 'review-plugin', version: '1.2.0', dist } };
      response.end(JSON.stringify({ name: 'review-plugin', 'dist-tags': { latest: '1.2.0' }, versions }));
    });
    return url;
  }
  const source = (url: string, more: object = {}) => [
    { name: 'review', source: { source: 'npm', package: 'review-plugin', version: '1.2.0', registry: url, ...more } },
  ];

  it('is packed by npm without a script, and pinned by its hash', async () => {
    const bytes = tgz(PLUGIN);
    const { want, env, root } = makeMarket(source(await registry(bytes)));
    const { entry, facts } = await want();
    expect(entry.sha).toBe(hashOf(bytes));
    expect(facts.acts).toEqual(['hook Stop: echo x']);
    expect(readFileSync(join(commitFolder(String(entry.sha), env), 'package.json'), 'utf8')).toContain('prepack');
    expect(readdirSync(root)).not.toContain('ran');
  });

  it('is not taken with another integrity than the registry names', async () => {
    const { want, stored } = makeMarket(source(await registry(tgz(PLUGIN), `sha512-${Buffer.alloc(64).toString('base64')}`)));
    await expect(want()).rejects.toThrow(/integrity|EINTEGRITY/i);
    expect(stored()).toEqual([]);
  });

  it.each([
    { version: undefined },
    { version: 'latest' },
    { version: '^1.0.0' },
    { package: 'git+https://a.example/x.git' },
    { package: '../x' },
    { package: '--x' },
  ])('without an exact name and version is not fetched: %j', async (more) => {
    const { want } = makeMarket(source('http://127.0.0.1:1', more));
    await expect(want()).rejects.toThrow('source of the kind "npm", which is not fetched');
  });

  it('is not asked for without encryption at another machine', async () => {
    const { want } = makeMarket(source('http://a.example'));
    await expect(want()).rejects.toThrow('a.example is not encrypted');
  });
});
