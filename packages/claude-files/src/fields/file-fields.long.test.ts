import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, makeSandbox, TOOL_FS, TOOL_SHELL } from '../../../config/src/load/sandbox.fixture.js';
import { type Field, HOOK_FIELDS } from '../foreign/foreign-fields.js';
import { SKILL_FIELDS } from '../skills/skill-fields.js';
import { AGENT_FIELDS, MCP_FIELDS, PERMISSION_FIELDS, SETTINGS_FIELDS } from './file-fields.js';

const repository = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const manifest = (name: string) => JSON.parse(readFileSync(repository(`packages/${name}/package.json`), 'utf8')).loadout;

const sandbox = makeSandbox();
beforeAll(() => {
  sandbox.install('@loadout/tool-fs', TOOL_FS);
  sandbox.install('@loadout/tool-shell', TOOL_SHELL);
  sandbox.install('@loadout/hooks', manifest('hooks'));
  sandbox.install('@loadout/mcp', manifest('mcp'));
});
afterAll(() => sandbox.remove());

const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'x' }] }] };
const SERVER = { command: 'x' };

/** The plan without positions, and the messages, for a project with one key more than a bare one. */
async function outcome(files: Readonly<Record<string, unknown>>) {
  const texts = Object.entries(files).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
  const config = {
    compat: true,
    plugins: { fs: '@loadout/tool-fs', shell: '@loadout/tool-shell' },
    models: { fast: { provider: 'anthropic', id: 'x' } },
    agents: { main: {} },
  };
  const cwd = sandbox.project({ 'agent.config.yaml': JSON.stringify(config), docs: '', ...Object.fromEntries(texts) });
  const { plan, warnings } = await load(cwd);
  const plain = (_: string, value: unknown) => (typeof value === 'string' ? value.replaceAll(cwd, '.') : value);
  const { configFile: _, ...rest } = JSON.parse(JSON.stringify(plan, plain).replace(/,?"position":\{[^}]*\}/g, ''));
  return { plan: JSON.stringify(rest), said: warnings.filter((one) => one.code === 'CONFIG_COMPAT_LOST').length };
}

type Samples = Readonly<Record<string, unknown>>;
type With = (more: Samples) => Readonly<Record<string, unknown>>;

/** Each table, with a value that gives each key an effect and a file that lacks the key. */
const TABLES: readonly (readonly [string, Readonly<Record<string, Field>>, Samples, With])[] = [
  [
    'settings',
    SETTINGS_FIELDS,
    {
      permissions: { deny: ['Read'] },
      hooks: { Stop: [...hooks.Stop, ...hooks.Stop] },
      env: { A: 'b' },
      disableAllHooks: true,
      allowedHttpHookUrls: ['https://a.test/*'],
      disabledMcpjsonServers: ['x'],
    },
    (more) => ({ '.claude/settings.json': { hooks, ...more }, '.mcp.json': { mcpServers: { x: SERVER } } }),
  ],
  [
    'permissions',
    PERMISSION_FIELDS,
    { allow: ['Read'], ask: ['Read'], deny: ['Read'], defaultMode: 'plan', additionalDirectories: ['.claude'] },
    (more) => ({ '.claude/settings.json': { permissions: more } }),
  ],
  [
    'mcp',
    MCP_FIELDS,
    {
      ...{ type: 'stdio', command: 'y', args: ['x'], env: { A: 'b' }, cwd: '.', url: 'https://example.com', headers: { a: 'b' } },
      ...{ headersHelper: 'x', timeout: 2000, alwaysLoad: true, disabled: true, enabled: false },
    },
    (more) => ({ '.mcp.json': { mcpServers: { x: 'url' in more ? more : { ...SERVER, ...more } } } }),
  ],
  [
    'agents',
    AGENT_FIELDS,
    {
      ...{ name: 'other', description: 'x', tools: 'Read', disallowedTools: 'Read', model: 'fast', permissionMode: 'plan' },
      ...{
        maxTurns: 3,
        effort: 'low',
        initialPrompt: 'Go.',
        hooks,
        mcpServers: ['y'],
        skills: ['s'],
        background: true,
        isolation: 'worktree',
      },
    },
    (more) => ({
      '.claude/agents/one.md': `---\n${JSON.stringify(more)}\n---\nHi.`,
      '.mcp.json': { mcpServers: { x: SERVER, y: SERVER } },
      '.claude/skills/s/SKILL.md': 'Do it.',
    }),
  ],
  [
    'skills',
    SKILL_FIELDS,
    {
      ...{ name: 'other', description: 'x', when_to_use: 'x', 'argument-hint': 'x', arguments: ['x'], aliases: ['x'] },
      ...{ 'disable-model-invocation': true, 'user-invocable': false, 'allowed-tools': 'Read', 'disallowed-tools': 'Read' },
      ...{ 'tool-restrictions': ['Read'], model: 'fast', effort: 'low', context: 'fork', agent: 'main', hooks, paths: '*.ts' },
    },
    (more) => ({ '.claude/skills/one/SKILL.md': `---\n${JSON.stringify(more)}\n---\nDo it.` }),
  ],
];

describe('the tables are right about every key (CFG-13)', () => {
  it.each(
    TABLES.flatMap(([name, fields, samples, files]) =>
      Object.keys(fields).map((key) => ({ name, key, field: fields[key], value: samples[key] ?? 'x', files })),
    ),
  )('$name: $key is $field.fate', async ({ key, field, value, files }) => {
    const [without, found] = [await outcome(files({})), await outcome(files({ [key]: value }))];
    const acts = field?.fate === 'kept' || field?.fate === 'changed';
    expect([found.plan !== without.plan, found.said]).toEqual([acts, field?.fate === 'lost' ? 1 : 0]);
  });

  it('fields of hooks and servers are those that their packages accept', () => {
    for (const [type, fields] of Object.entries(HOOK_FIELDS))
      expect(['type', ...Object.keys(manifest('hooks').hookTypes[type].properties)]).toEqual(expect.arrayContaining([...fields]));
    const server = manifest('mcp').options.properties.servers.additionalProperties.properties;
    const kept = Object.keys(MCP_FIELDS).filter((key) => MCP_FIELDS[key]?.fate === 'kept');
    expect(Object.keys(server)).toEqual(expect.arrayContaining(kept));
  });
});
