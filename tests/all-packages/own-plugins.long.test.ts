import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '@loadout/config';
import { definePlugin, defineTool, type Plugin, type PluginManifest } from '@loadout/core';
import { toolNamesOf } from '@loadout/core/run';
import { explainCall } from '@loadout/explain';
import { createAgent } from '@loadout/runner';
import shell from '@loadout/tool-shell';
import { describe, expect, it } from 'vitest';
import { model, tempFolder } from '../../packages/runner/src/run/scripted.test-kit.js';

const PACKAGES = fileURLToPath(new URL('../../packages', import.meta.url));
const manifestOf = (name: string): PluginManifest =>
  JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8')).loadout;
const names = readdirSync(PACKAGES).filter((name) => manifestOf(name)?.plugin !== undefined);
const note = () => defineTool({ name: 'Note', description: 'Notes.', call: () => 'noted' });

/** Writes a foreign package into the node_modules of a new project. */
function projectWith(name: string, loadout: object): string {
  const folder = tempFolder();
  const at = join(folder, 'node_modules', name);
  mkdirSync(at, { recursive: true });
  const json = {
    name,
    version: '1.0.0',
    type: 'module',
    exports: './index.js',
    loadout: { api: 1, plugin: './index.js', ...loadout },
  };
  writeFileSync(join(at, 'package.json'), JSON.stringify(json));
  const tool = `{ name: 'Note', description: 'Notes.', inputSchema: { type: 'object' }, call: () => '' }`;
  writeFileSync(join(at, 'index.js'), `export default { name: '${name}', api: 1, setup: () => ({ tools: [${tool}] }) };`);
  return folder;
}

const options = { model: model([]), env: {} };

describe('a plugin of this repository', () => {
  it.each(names)('%s has bare names, and its manifest says so', async (name) => {
    const { default: plugin } = (await import(`../../packages/${name}/src/index.ts`)) as { default: Plugin };
    expect([toolNamesOf(plugin), manifestOf(name).names]).toEqual(['bare', 'bare']);
  });

  it('keeps the names, aliases and kind of its tools in code, so that a deny rule denies (G14)', async () => {
    const permissions = { mode: 'bypassPermissions', deny: ['Bash(rm:*)'] } as const;
    const agent = await createAgent({ plugins: { sh: shell }, permissions, allowBypass: true, ...options });
    const bash = agent.pool.get('Bash');
    expect(bash).toMatchObject({ name: 'Bash', aliases: shellAliases, origin: { kind: 'base' } });
    expect(await explainCall(agent, { tool: 'Bash', input: { command: 'rm -rf x' } })).toMatchObject({ behavior: 'deny' });
    expect(await explainCall(agent, { tool: 'Bash', input: { command: 'ls' } })).toMatchObject({ behavior: 'allow' });
  });

  it('loses tools to disallowedTools in code', async () => {
    const agent = await createAgent({ plugins: { sh: shell }, disallowedTools: ['Bash'], ...options });
    expect(agent.pool.get('Bash')).toBeUndefined();
  });
});

const shellAliases = (manifestOf('tool-shell').tools ?? []).find(({ name }) => name === 'Bash')?.aliases ?? [];

describe('a plugin of somebody else', () => {
  it.each(['@loadout/other', 'shell'])('that calls itself %s in code has prefixed names', async (name) => {
    const plugin = definePlugin({ name, setup: () => ({ tools: [note()] }) });
    const agent = await createAgent({ plugins: { other: plugin }, ...options });
    expect(agent.pool.get('Note')).toBeUndefined();
    expect(agent.pool.get('other__Note')?.origin.kind).toBe('custom');
  });

  it('that is a copy of ours with another setup has prefixed names', async () => {
    const plugin: Plugin = { ...shell, setup: () => ({ tools: [note()] }) };
    const agent = await createAgent({ plugins: { sh: plugin }, ...options });
    expect(agent.pool.get('sh__Note')?.origin.kind).toBe('custom');
  });

  it.each([{}, { names: 'bare' }])(
    'in the node_modules of a project has prefixed names under our scope, manifest %j',
    async (manifest) => {
      const cwd = projectWith('@loadout/other', { tools: [{ name: 'Note' }], ...manifest });
      writeFileSync(join(cwd, 'agent.config.yaml'), 'plugins: { other: "@loadout/other" }\nagents: { a: { tools: ["*"] } }\n');
      const { plan } = await loadConfig({ cwd, env: {} });
      const agent = await createAgent({ plan, ...options });
      expect(agent.pool.tools.map((tool) => [tool.name, tool.origin.kind])).toContainEqual(['other__Note', 'custom']);
    },
  );

  it('is checked by its prefixed names in YAML', async () => {
    const cwd = projectWith('@loadout/other', { tools: [{ name: 'Note' }] });
    const text = 'plugins: { other: "@loadout/other" }\nagents: { a: { tools: [Note] } }\n';
    writeFileSync(join(cwd, 'agent.config.yaml'), text);
    await expect(loadConfig({ cwd, env: {} })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    writeFileSync(join(cwd, 'agent.config.yaml'), text.replace('[Note]', '[other__Note]'));
    await expect(loadConfig({ cwd, env: {} })).resolves.toMatchObject({ warnings: [] });
  });
});
