import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, makeSandbox, TOOL_FS, TOOL_SHELL } from '../../../config/src/load/sandbox.fixture.js';
import { type Field, HOOK_FIELDS } from '../foreign/foreign-fields.js';
import { SKILL_FIELDS } from '../skills/skill-fields.js';
import { AGENT_FIELDS, FILES, MCP_FIELDS, PERMISSION_FIELDS, SETTINGS_FIELDS } from './file-fields.js';
import { CLAUDE_FIELDS, SANDBOX_FIELDS } from './settings-fields.js';

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

/** Formats the table as Markdown. */
function tableOf(fields: Readonly<Record<string, Field>>): string {
  const rows = Object.entries(fields).map(([key, { fate, note }]) => `| \`${key}\` | ${FATES[fate]} | ${note} |`);
  return ['| Name | Is | As |', '| --- | --- | --- |', ...rows].join('\n');
}
const FATES = { kept: 'kept', changed: 'changed', lost: 'lost', quiet: 'lost, without a word' };

const hooksTable = [
  '| Type | Fields |',
  '| --- | --- |',
  ...Object.entries(HOOK_FIELDS).map(([type, fields]) => `| \`${type}\` | ${fields.map((one) => `\`${one}\``).join(', ')} |`),
].join('\n');

/** The parts of the page: text, and the tables of the fields. */
const PAGE: readonly string[] = [
  '# Keys of the files of other tools',
  '<!-- Written by packages/claude-files/src/fields/file-fields.long.test.ts with UPDATE_EXPECTED=1. Do not edit. -->',
  '[Files of other tools](../guide/other-tools.md) explains how these files are used. A key that is in no table is lost, with a warning.',
  '## Files',
  tableOf(FILES),
  '## Settings',
  'Loadout does not fill in `${NAME}` in these files; the shell of a hook does. `CLAUDE_PROJECT_DIR` is set for hooks.',
  tableOf(SETTINGS_FIELDS),
  'Under `permissions`:',
  tableOf(PERMISSION_FIELDS),
  'Hooks of these types run, with these fields:',
  hooksTable,
  'The events are those of [the reference](hooks.md). A hook with an `if` is left out if its event is not about a tool call. If Loadout cannot read an `if`, the hook runs for every call.',
  '## Servers of .mcp.json',
  'These are the keys of a server under `mcpServers`. `${NAME}` and `${NAME:-default}` are environment variables.',
  tableOf(MCP_FIELDS),
  '## Agents',
  'These are the fields of the frontmatter of `.claude/agents/*.md`, including subfolders. The text below it becomes `instructions`.',
  tableOf(AGENT_FIELDS),
  '## Skills and commands',
  'These are the fields of the frontmatter of `SKILL.md` and of the file of a command. [Skills](../guide/skills.md) describes each.',
  tableOf(SKILL_FIELDS),
  '## Settings of a program',
  '[A program that reads the files](../guide/other-tools/from-a-program.md) uses these keys of the settings too. All other keys are as above.',
  tableOf(CLAUDE_FIELDS),
  'Under `sandbox`:',
  tableOf(SANDBOX_FIELDS),
];

it('the reference shows these tables; UPDATE_EXPECTED=1 writes it again', () => {
  const file = repository('docs/reference/files-of-other-tools.md');
  const made = `${PAGE.join('\n\n')}\n`;
  if (process.env.UPDATE_EXPECTED === '1') writeFileSync(file, made);
  expect(readFileSync(file, 'utf8')).toBe(made);
});
