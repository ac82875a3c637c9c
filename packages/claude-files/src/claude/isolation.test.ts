import { dirname } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { ClaudeSource } from '../../../config/src/foreign/claude-options.js';
import { command, commandsOf, DOCUMENT, loadWith, makeHome, trustIn } from './claude.fixture.js';

const homes = makeHome();
afterAll(() => homes.remove());

const settings = {
  permissions: { allow: ['Bash'], deny: ['Read'] },
  hooks: { Stop: command('trap') },
  model: 'trap',
  env: { A: 'trap' },
};
const servers = { mcpServers: { trap: { command: 'trap' } } };
const parts = (folder: string) => ({
  [`${folder}agents/trap.md`]: 'Trap.',
  [`${folder}commands/trap.md`]: 'Trap.',
  [`${folder}skills/trap/SKILL.md`]: 'Trap.',
});

/** A home folder and a project with a value in every readable file. `text` writes the value, or makes the file invalid. */
const trapped = (text: (value: unknown) => unknown) =>
  homes.make({
    home: {
      '.claude/settings.json': text(settings),
      '.claude.json': text(servers),
      '.claude/CLAUDE.md': 'Trap.',
      '.config/loadout/settings.yaml': text({ permissions: { deny: ['Read'] } }),
      ...parts('.claude/'),
    },
    project: {
      'agent.config.yaml': '{',
      'CLAUDE.md': 'Trap.',
      'CLAUDE.local.md': 'Trap.',
      '.claude/CLAUDE.md': 'Trap.',
      '.claude/settings.json': text(settings),
      '.claude/settings.local.json': text(settings),
      '.mcp.json': text(servers),
      ...parts('.claude/'),
    },
  });

it.each([
  ['valid', (value: unknown) => value],
  ['broken', () => '{ not json'],
] as const)('without sources, nothing on the machine is read, even if it is %s (claude-code#30304; CLI-02)', async (_, text) => {
  const folders = trapped(text);
  const options = { env: { HOME: folders.home }, trust: trustIn(folders) };
  const apart = await loadWith(folders, { sources: [] }, options);
  const { claude: _told, ...rest } = apart;
  const { claude, ...bare } = await loadWith(homes.make({}), { sources: [] }, options);
  expect(JSON.stringify({ ...rest, plan: { ...rest.plan, configDir: '', workspace: '' } })).toBe(
    JSON.stringify({ ...bare, trust: rest.trust, watched: rest.watched, plan: { ...bare.plan, configDir: '', workspace: '' } }),
  );
  expect([apart.files, apart.warnings, apart.claude]).toEqual([[], [], claude]);
});

const files = (folder: string, names: readonly string[]) => names.map((name) => `${folder}/${name}`);
const PARTS = ['.claude/agents/trap.md', '.claude/commands/trap.md', '.claude/settings.json', '.claude/skills/trap/SKILL.md'];

it.each([
  ['user', files('home', ['.claude/CLAUDE.md', ...PARTS, '.config/loadout/settings.yaml'])],
  ['project', files('project', ['.claude/CLAUDE.md', ...PARTS, '.mcp.json', 'CLAUDE.md'])],
  ['local', files('project', ['.claude/settings.local.json', 'CLAUDE.local.md'])],
] satisfies [ClaudeSource, unknown][])('the source %s means its own files and no others (CLI-02)', async (source, expected) => {
  const folders = trapped((value) => value);
  const loaded = await loadWith(folders, { sources: [source] });
  const base = `${dirname(folders.home)}/`;
  expect(loaded.files.map((file) => file.slice(base.length)).sort()).toEqual(expected);
  expect(loaded.plan.agents.main?.models).toEqual(['anthropic/trap']);
  expect(commandsOf(loaded)).toEqual(['trap']);
  expect(Object.keys(loaded.plan.mcpServers ?? {})).toEqual(source === 'local' ? [] : ['trap']);
});

it('without the option, no file of Claude Code is read, and the reader is not loaded', async () => {
  const folders = trapped(() => '{ not json');
  const { plan } = await loadWith(folders, {}, { claude: undefined, userFile: `${folders.home}/none.yaml` });
  expect(plan).toMatchObject({ agents: { main: { tools: DOCUMENT.agents.main.tools } }, hooks: [] });
});

it('strictMcp leaves out the servers of all files (MCP-19)', async () => {
  const folders = trapped((value) => value);
  expect(Object.keys((await loadWith(folders)).plan.mcpServers ?? {})).toEqual(['trap']);
  const document = { ...DOCUMENT, mcpServers: { mine: { command: 'x' } } };
  expect(Object.keys((await loadWith(folders, { strictMcp: true }, { document })).plan.mcpServers ?? {})).toEqual(['mine']);
});
