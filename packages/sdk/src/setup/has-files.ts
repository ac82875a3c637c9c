import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { homeOf, settingsDir } from '@loadout/node';
import type { Env } from '../models.js';
import type { SettingSource } from '../types/options.js';

interface Where {
  readonly cwd: string;
  readonly env: Env;
  readonly sources: readonly SettingSource[];
}

/**
 * Whether a file exists in a place that `@loadout/config` reads. If none does, that package need not be loaded, which saves a
 * third of the time to the first answer. A false yes is harmless, but a false no is not: such a file can contain an
 * administrator's deny rules.
 */
export const hasFiles = (where: Where): boolean => places(where).some((path) => existsSync(path));

function places({ cwd, env, sources }: Where): readonly string[] {
  const of = (source: SettingSource, paths: () => readonly string[]) => (sources.includes(source) ? paths() : []);
  const home = env.CLAUDE_CONFIG_DIR ? resolve(cwd, env.CLAUDE_CONFIG_DIR) : join(homeOf(env), '.claude');
  return [
    '/etc/loadout/settings.yaml',
    ...of('user', () => [
      join(settingsDir(env), 'settings.yaml'),
      ...['settings.json', 'CLAUDE.md', 'agents', 'commands', 'rules', 'skills'].map((name) => join(home, name)),
    ]),
    // The user's own state file has entries for every folder, for servers and for trust.
    ...(sources.length === 0 ? [] : [join(env.CLAUDE_CONFIG_DIR ? home : homeOf(env), '.claude.json')]),
    ...(sources.includes('project') || sources.includes('local')
      ? [join(cwd, '.claude'), join(cwd, '.mcp.json'), ...upward(cwd).flatMap(texts)]
      : []),
  ];
}

const texts = (folder: string) =>
  ['CLAUDE.md', 'CLAUDE.local.md', '.claude/CLAUDE.md', '.claude/rules'].map((name) => join(folder, name));

function upward(folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; at !== dirname(at); at = dirname(at)) folders.push(dirname(at));
  return folders;
}
