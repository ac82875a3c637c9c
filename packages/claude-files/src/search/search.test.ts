import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandHost } from '@loadout/core/commands';
import { describe, expect, it } from 'vitest';
import { hook, makeProject } from '../plugin/mount.test-kit.js';
import { serve } from '../want/archive.test-kit.js';
import { marketplace } from '../want/git.test-kit.js';
import command from './search-command.js';

const CRM = {
  name: 'loadout-plugin-crm',
  version: '1.4.0',
  loadout: { api: 1, plugin: './x.js', tools: [{ name: 'search' }], hooks: ['PreToolUse'], touches: { net: true, exec: false } },
  dist: { unpackedSize: 12_300 },
};

const SERVER = {
  server: {
    name: 'io.github.x/crm',
    version: '1.0.2',
    description: 'A server\n for crm data.',
    packages: [{ registryType: 'npm', identifier: '@x/crm' }],
    remotes: [{ type: 'streamable-http', url: 'https://crm.example/mcp' }],
  },
  _meta: { 'io.modelcontextprotocol.registry/official': { status: 'active', updatedAt: '2026-10-02T10:00:00Z' } },
};

const MARKET = marketplace([
  { name: 'crm-helper', description: 'Helps with the crm.', source: './plugins/crm-helper' },
  {
    name: 'far',
    description: 'A crm elsewhere.',
    version: '2.0.0',
    source: { source: 'github', repo: 'x/y', sha: 'a'.repeat(40) },
  },
  { name: 'other', description: 'None of it.', source: './plugins/crm-helper' },
]);

const MARKETPLACES = { team: './market', away: { github: 'x/m', sha: 'b'.repeat(40) } };

/** Runs the command with npm and the MCP registry on loopback. */
async function search(words: readonly string[], { npm = 200, mcp = 200, json = true, config = {} as object } = {}) {
  const asked: string[] = [];
  const url = await serve(({ url: path = '' }, response) => {
    asked.push(path);
    const isMcp = path.startsWith('/v0.1/');
    response.statusCode = isMcp ? mcp : npm;
    const listed = { name: CRM.name, version: '1.3.0', description: 'Reads the crm.', date: '2026-11-01T09:00:00Z' };
    const answer = isMcp
      ? { servers: [SERVER, { server: { name: 'a/b', version: '1' } }] }
      : path.startsWith('/-/v1/')
        ? { objects: [{ package: listed }] }
        : CRM;
    response.end(JSON.stringify(answer));
  });
  const files = Object.entries(MARKET).map(([name, value]) => [`market/${name}`, value]);
  const { cwd, env } = makeProject({
    'agent.config.yaml': JSON.stringify({ marketplaces: MARKETPLACES, agents: { main: {} }, ...config }),
    ...Object.fromEntries(files),
    'market/plugins/crm-helper/hooks/hooks.json': { hooks: { Stop: hook('echo x') } },
  });
  mkdirSync(join(cwd, 'sub'));
  const [out, told]: [string[], string[]] = [[], []];
  const host = {
    cwd,
    env: { ...env, npm_config_registry: `${url}/`, LOADOUT_MCP_REGISTRY: url },
    out: (text: string) => out.push(text),
    tell: (text: string) => told.push(text),
    json: (value: unknown) => out.push(JSON.stringify(value)),
  } as unknown as CommandHost;
  const code = await command.run({ positionals: words, flags: { json } }, host);
  return { code, asked, out: out.join(''), told: told.join('') };
}

describe('loadout search', () => {
  it('shows plugins of npm, servers of the registry and plugins of the marketplaces on this machine', async () => {
    const { code, asked, out } = await search(['crm']);
    expect(code).toBe(0);
    const { found, silent } = JSON.parse(out);
    expect(found).toEqual([
      {
        kind: 'plugin',
        name: 'loadout-plugin-crm',
        version: '1.4.0',
        description: 'Reads the crm.',
        acts: ['tools search', 'hooks PreToolUse', 'touches net'],
        size: 12_300,
        released: '2026-11-01',
        add: 'loadout add loadout-plugin-crm',
      },
      {
        kind: 'mcp server',
        name: 'io.github.x/crm',
        version: '1.0.2',
        description: 'A server\n for crm data.',
        acts: ['runs the npm package @x/crm', 'asks https://crm.example/mcp'],
        released: '2026-10-02',
        add: 'mcpServers: { crm: { registry: io.github.x/crm@1.0.2 } }',
      },
      {
        kind: 'claude plugin',
        name: 'crm-helper@team',
        version: 'without a version',
        description: 'Helps with the crm.',
        acts: ['hook Stop: echo x'],
        size: expect.any(Number),
        add: 'loadout add crm-helper@team',
      },
      { kind: 'claude plugin', name: 'far@team', version: '2.0.0', description: 'A crm elsewhere.', add: 'loadout add far@team' },
    ]);
    expect(silent).toEqual([
      { source: 'the marketplace away', problem: 'its list is not on this machine; loadout add <plugin>@away fetches it' },
    ]);
    expect(asked).toEqual(
      expect.arrayContaining([
        '/-/v1/search?text=keywords%3Aloadout-plugin%20crm&size=10',
        '/v0.1/servers?search=crm&version=latest&limit=50',
      ]),
    );
  });

  it('needs all words to fit', async () => {
    const { found } = JSON.parse((await search(['crm', 'elsewhere'])).out);
    expect(found.map(({ name }: { name: string }) => name)).toEqual(['loadout-plugin-crm', 'far@team']);
  });

  it('names a source that does not answer, and shows the others', async () => {
    const { code, out, told } = await search(['crm'], { npm: 500, json: false });
    expect(code).toBe(0);
    expect(out).toContain(
      'io.github.x/crm 1.0.2 (mcp server, released 2026-10-02, size not known)\n  A server for crm data.\n  acts: runs the npm package @x/crm; asks',
    );
    expect(out).toContain(
      'far@team 2.0.0 (claude plugin, release not known, size not known)\n  A crm elsewhere.\n  acts: not known until its files are fetched\n  loadout add far@team\n',
    );
    expect(told).toMatch(/note: Not searched: npm, because http:\S+ answered 500\./);
  });

  it('fails if no source answers', async () => {
    const { code, out } = await search(['crm'], { npm: 500, mcp: 500, json: false, config: { marketplaces: {} } });
    expect(code).toBe(1);
    expect(out).toBe('Nothing fits: crm\n');
  });
});
