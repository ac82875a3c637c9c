import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject, writeFiles } from '../plugin/mount.test-kit.js';
import { exportPlugin } from './export-plugin.js';
import { readPackage } from './read-package.js';

const OPTIONS = {
  type: 'object',
  properties: {
    url: { type: 'string', description: 'The server.', default: 'https://crm.example' },
    token: { type: 'string', title: 'Token', secret: true },
    limit: { type: 'integer', default: 5 },
    scopes: { type: 'array' },
    note: { type: 'string' },
  },
  required: ['token', 'scopes'],
};

const PACKAGE = {
  name: '@acme/loadout-plugin-crm',
  version: '1.2.0',
  description: 'Reads contacts.',
  author: { name: 'Ada', email: 'ada@acme.example' },
  repository: { type: 'git', url: 'git+https://github.com/acme/crm.git' },
  keywords: ['loadout-plugin', 'crm'],
  loadout: {
    api: 1,
    plugin: './index.js',
    tools: [{ name: 'search' }, { name: 'add' }],
    hooks: ['PreToolUse'],
    commands: [{ name: 'sync' }],
    options: OPTIONS,
  },
};

const SKILL = '---\nname: leads\ndescription: Finds leads.\n---\nSearch.';

/** Exports a package into the folder `vendor/crm` of a project that mounts it. */
async function exported(json: object = PACKAGE, files: Readonly<Record<string, unknown>> = {}) {
  const options = { token: '${env:TOKEN:-t}' };
  const made = makeProject({
    'agent.config.yaml': JSON.stringify({
      plugins: { crm: { claude: './vendor/crm', options } },
      agents: { main: {} },
    }),
  });
  const source = join(made.root, 'source');
  writeFiles(source, { 'package.json': json, ...files });
  const folder = join(made.cwd, 'vendor/crm');
  const result = await exportPlugin(readPackage(source), folder);
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { ...made, source, folder, result, json: (name: string) => JSON.parse(text(name)) };
}

describe('an exported plugin', () => {
  it('is a plugin of Claude Code that this package reads without a loss', async () => {
    const { json, trusted } = await exported(PACKAGE, {
      'skills/leads/SKILL.md': SKILL,
      'agents/caller.md': '---\ndescription: Calls.\n---\nCall.',
    });
    const { plan, warnings } = await trusted();
    expect(warnings).toEqual([]);
    expect(Object.keys(plan.skills ?? {})).toEqual(['crm:leads']);
    expect(Object.keys(plan.agents)).toContain('crm:caller');
    expect(json('.claude-plugin/plugin.json')).toEqual({
      name: 'crm',
      version: '1.2.0',
      description: 'Reads contacts.',
      author: { name: 'Ada', email: 'ada@acme.example' },
      repository: 'https://github.com/acme/crm.git',
      keywords: ['crm'],
      userConfig: {
        url: { type: 'string', title: 'url', description: 'The server.', default: 'https://crm.example' },
        token: {
          type: 'string',
          title: 'Token',
          description: 'The option token of the plugin.',
          required: true,
          sensitive: true,
        },
      },
    });
  });

  it('has a server that npx starts at exact versions, for this plugin alone', async () => {
    const { json, plan } = await exported().then(async (one) => ({ ...one, ...(await one.trusted()) }));
    const { args, env, command } = json('.mcp.json').mcpServers.crm;
    expect([command, ...args].join(' ')).toMatch(
      /^npx -y -p @loadout\/cli@\d+\.\d+\.\d+ -p @loadout\/mcp@\d+\.\d+\.\d+ -p @acme\/loadout-plugin-crm@1\.2\.0 loadout serve mcp --config \$\{CLAUDE_PLUGIN_ROOT\}\/agent\.config\.yaml --plugin crm --trust [0-9a-f]{64}$/,
    );
    expect(env).toEqual({ LOADOUT_OPTION_URL: '${user_config.url}', LOADOUT_OPTION_TOKEN: '${user_config.token}' });
    expect(Object.keys(plan.mcpServers ?? {})).toEqual(['plugin:crm:crm']);
    expect(json('agent.config.yaml')).toEqual({
      secrets: { LOADOUT_OPTION_TOKEN: { env: 'LOADOUT_OPTION_TOKEN' } },
      plugins: {
        crm: {
          use: '@acme/loadout-plugin-crm',
          options: { url: '${env:LOADOUT_OPTION_URL}', token: '${secret:LOADOUT_OPTION_TOKEN}' },
        },
      },
      permissions: { allow: ['crm__search', 'crm__add'] },
      agents: { crm: { instructions: 'Use the tools of @acme/loadout-plugin-crm.', tools: ['crm__search', 'crm__add'] } },
    });
  });

  it('names each part that has no counterpart', async () => {
    const { result } = await exported();
    expect(result.lost).toEqual([
      'hooks PreToolUse: they run only inside of Loadout, and apply to the calls of this server',
      'commands sync: they are words of the command loadout',
      'option limit: it keeps its default',
      'option scopes: it is required and is not a text; write it into agent.config.yaml of the export',
      'option note: it keeps its default',
    ]);
  });

  it('has no folder of code that only has the name of a part', async () => {
    const { folder, result } = await exported(PACKAGE, {
      'commands/sync.js': 'x',
      'hooks/guard.ts': 'x',
      'skills/README.md': 'x',
      'README.md': 'About it.',
    });
    expect(result.folders).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(['.claude-plugin', '.mcp.json', 'README.md', 'agent.config.yaml']);
  });

  it('is not written over another folder', async () => {
    const { source, folder } = await exported();
    await expect(exportPlugin(readPackage(source), folder)).rejects.toThrow(`${folder} is not empty`);
  });

  it.each([
    [{ version: '1.0.0', loadout: { plugin: './x.js' } }, 'has no name or no version'],
    [{ name: 'x', version: '1.0.0' }, 'has no plugin under "loadout"'],
  ])('comes from a package with a name, a version and a plugin: %j', async (json, problem) => {
    await expect(exported(json)).rejects.toThrow(problem);
  });
});
