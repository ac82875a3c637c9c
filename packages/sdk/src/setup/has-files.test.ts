import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadPlan } from '@loadout/config';
import { afterEach, describe, expect, it } from 'vitest';
import type { SettingSource } from '../types/options.js';
import { hasFiles } from './has-files.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function place() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-has-files-')));
  folders.push(root);
  const [home, repository] = [join(root, 'home'), join(root, 'repository')];
  const cwd = join(repository, 'deep');
  for (const folder of [home, cwd, join(repository, '.git')]) mkdirSync(folder, { recursive: true });
  return { home, repository, cwd, env: { HOME: home } };
}

const ALL: readonly SettingSource[] = ['user', 'project', 'local'];
const SETTINGS = '{"permissions":{"deny":["Bash(x:*)"]}}';
const AGENT = '---\nname: helper\ndescription: Helps.\n---\nHelp.\n';

/** The places that config reads: the folder, the file, and the source that it belongs to. */
const FILES: readonly [SettingSource, 'home' | 'repository' | 'cwd', string, string][] = [
  ['user', 'home', '.claude/settings.json', SETTINGS],
  ['user', 'home', '.claude/CLAUDE.md', 'Be brief.'],
  ['user', 'home', '.claude/rules/r.md', 'Be brief.'],
  ['user', 'home', '.claude/agents/helper.md', AGENT],
  ['user', 'home', '.claude/skills/s/SKILL.md', '---\ndescription: S.\n---\nS.\n'],
  ['user', 'home', '.claude/commands/c.md', 'C.\n'],
  ['user', 'home', '.config/loadout/settings.yaml', 'permissions: { deny: ["Bash(x:*)"] }\n'],
  ['user', 'home', '.claude.json', '{"mcpServers":{"s":{"command":"true"}}}'],
  ['project', 'cwd', '.claude/settings.json', SETTINGS],
  ['project', 'cwd', '.claude/agents/helper.md', AGENT],
  ['project', 'cwd', '.claude/CLAUDE.md', 'Be brief.'],
  ['project', 'cwd', 'CLAUDE.md', 'Be brief.'],
  ['project', 'repository', 'CLAUDE.md', 'Be brief.'],
  ['project', 'repository', '.claude/CLAUDE.md', 'Be brief.'],
  ['project', 'repository', '.claude/rules/r.md', 'Be brief.'],
  ['project', 'cwd', '.mcp.json', '{"mcpServers":{"s":{"command":"true"}}}'],
  ['local', 'cwd', '.claude/settings.local.json', SETTINGS],
  ['local', 'cwd', 'CLAUDE.local.md', 'Be brief.'],
];

describe('the check for files', () => {
  it('is false in an empty folder, where reading gives the plan of the document alone', async () => {
    const { cwd, env } = place();
    expect(hasFiles({ cwd, env, sources: ALL })).toBe(false);
    const document = { agents: { main: { tools: ['*'] } } };
    const plans = await Promise.all(
      [ALL, []].map((sources) => loadPlan({ cwd, env, document, claude: { sources }, managedFile: join(cwd, 'none.yaml') })),
    );
    // A program without any of these files is told of none in a subfolder either (decision 0137).
    expect({ ...plans[0]?.plan, laterInstructions: undefined }).toEqual({ ...plans[1]?.plan, laterInstructions: undefined });
  });

  it.each(FILES)('is true for a file of the source %s: in %s, %s', (source, base, name, content) => {
    const at = place();
    const file = join(at[base], name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    const asked = (sources: readonly SettingSource[]) => hasFiles({ cwd: at.cwd, env: at.env, sources });
    expect([asked([source]), asked(ALL), asked([])]).toEqual([true, true, false]);
  });
});
