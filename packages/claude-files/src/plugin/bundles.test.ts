import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { zip } from '../../../mcp/src/registry/zip.test-kit.js';
import { type Files, makeProject, mounted } from './mount.test-kit.js';

const START = {
  command: 'node',
  args: ['${__dirname}/server.mjs', '--units=${user_config.units}', '--zone=${user_config.zone}', '${user_config.folders}'],
  env: { KEY: '${user_config.api_key}', ZONE: '${user_config.zone}' },
};
const OPTIONS = {
  api_key: { type: 'string', title: 'Key', description: 'The key.', required: true, sensitive: true },
  units: { type: 'string', title: 'Units', description: 'c or f', default: 'c' },
  zone: { type: 'string', title: 'Zone', description: 'A zone' },
  folders: { type: 'directory', title: 'Folders', description: 'Folders', multiple: true },
};
const MANIFEST = { manifest_version: '0.3', name: 'weather', server: { type: 'node', mcp_config: START }, user_config: OPTIONS };
const PLAIN = { ...MANIFEST, user_config: {}, server: { mcp_config: { command: 'x' } } };

const zipped = (manifest: unknown, text = 'x') =>
  zip([
    ...(manifest === ''
      ? []
      : [{ name: 'manifest.json', text: typeof manifest === 'string' ? manifest : JSON.stringify(manifest) }]),
    { name: 'server.mjs', text },
  ]);

interface Wish {
  readonly options?: Files;
  readonly servers?: unknown;
  readonly files?: Files;
}

/** A project with a plugin that has a bundle with this manifest. */
function projectWith(manifest: unknown, { options = {}, servers = './weather.mcpb', files = {} }: Wish = {}) {
  const bytes = zipped(manifest);
  const plugin = { '.claude-plugin/plugin.json': { name: 'sky', mcpServers: servers }, ...files };
  const made = makeProject(mounted(plugin, { options }));
  writeFileSync(join(made.cwd, 'vendor/review/weather.mcpb'), bytes);
  return { ...made, sha256: createHash('sha256').update(bytes).digest('hex') };
}

describe('a bundle among the servers of a plugin', () => {
  it('is a server of the plugin with the command of its manifest, and its options are those of the plugin', async () => {
    const options = { api_key: '${env:WEATHER_KEY}', folders: ['/a', '/$b'] };
    const { cwd, env, sha256, load, trusted } = projectWith(MANIFEST, { options });
    Object.assign(env, { WEATHER_KEY: 'k' });
    const parts = (await load()).trust?.parts ?? [];
    expect(parts.map(({ path }) => path)).toEqual(['plugins.review', 'plugins.review.mcpServers["plugin:review:weather"]']);
    expect((await load()).plan.mcpServers).toBeUndefined();
    const { plan, warnings } = await trusted();
    expect(plan.mcpServers?.['plugin:review:weather']?.options).toEqual({
      bundle: sha256,
      bundleFile: join(cwd, 'vendor/review/weather.mcpb'),
      command: 'node',
      args: ['{__dirname}/server.mjs', '--units=c', '/a', '/$b'],
      env: { KEY: 'k' },
    });
    expect(warnings).toEqual([]);
  });

  it('stands beside other servers, and one at an address is named as lost', async () => {
    const servers = ['./weather.mcpb', { more: { type: 'http', url: 'https://mcp.example/' } }, 'https://mcp.example/x.mcpb'];
    const { plan, warnings } = await projectWith(PLAIN, { servers }).trusted();
    expect(Object.keys(plan.mcpServers ?? {}).sort()).toEqual(['plugin:review:more', 'plugin:review:weather']);
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('a bundle at an address is not fetched')]);
  });

  it('asks for an option that its manifest requires', async () => {
    expect(await projectWith(MANIFEST).problems()).toEqual([expect.stringContaining('api_key')]);
    const options = { api_key: 'written out' };
    expect(await projectWith(MANIFEST, { options }).problems()).toEqual([expect.stringContaining('is a secret')]);
  });

  it.each([
    ['no manifest', '', 'it has no manifest.json'],
    ['a broken manifest', '{', 'JSON'],
    ['a list for a manifest', '[]', 'is not a JSON object'],
    ['no command', {}, 'names no command'],
    ['an unknown variable', { server: { mcp_config: { command: '${HOME}/x' } } }, 'uses ${HOME}'],
    ['an undeclared option', { server: { mcp_config: { command: 'x', args: ['${user_config.a}'] } } }, 'uses ${user_config.a}'],
    ['an odd name of a variable', { server: { mcp_config: { command: 'x', env: { 'A B': 'c' } } } }, '"A B" is not the name'],
    ['another system', { ...MANIFEST, compatibility: { platforms: ['win32'] } }, 'it is for win32'],
  ])('with %s is lost with the reason, and the rest of the plugin is read', async (_, manifest, problem) => {
    const { plan, warnings } = await projectWith(manifest, { files: { 'commands/deploy.md': 'Deploy.' } }).trusted();
    expect(plan.mcpServers).toBeUndefined();
    expect(Object.keys(plan.skills ?? {})).toEqual(['review:deploy']);
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining(problem)]);
  });

  it('that is no zip file is lost', async () => {
    const { cwd, trusted } = projectWith(MANIFEST);
    writeFileSync(join(cwd, 'vendor/review/weather.mcpb'), 'no zip');
    expect((await trusted()).warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/central directory/i)]);
  });

  it('waits for trust again when its bytes change', async () => {
    const { cwd, load } = projectWith(PLAIN);
    const before = (await load()).trust?.hash;
    writeFileSync(join(cwd, 'vendor/review/weather.mcpb'), zipped(PLAIN, 'other'));
    expect((await load()).trust?.hash).not.toBe(before);
  });
});
