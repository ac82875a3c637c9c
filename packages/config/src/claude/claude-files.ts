import { dirname, join, resolve } from 'node:path';
import type { ClaudeSource } from './claude-options.js';

/** Where the files of Claude Code stand, whether or not they exist. */
export interface ClaudeFiles {
  /** `~/.claude` */
  readonly home: string;
  /** `~/.claude.json`, which holds servers and which folders are trusted. */
  readonly state: string;
  readonly settings: Readonly<Record<ClaudeSource, string>>;
}

export function claudeFiles({ cwd, home, env }: Where): ClaudeFiles {
  const own = env.CLAUDE_CONFIG_DIR || undefined;
  const folder = own === undefined ? join(home, '.claude') : resolve(cwd, own);
  return {
    home: folder,
    state: join(own === undefined ? home : folder, '.claude.json'),
    settings: {
      user: join(folder, 'settings.json'),
      project: join(cwd, '.claude/settings.json'),
      local: join(cwd, '.claude/settings.local.json'),
    },
  };
}

interface Where {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The folders whose CLAUDE.md counts in `folder`: from that of the repository down to it. */
export function foldersDown(root: string, folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; at !== root && at !== dirname(at); at = dirname(at)) folders.unshift(dirname(at));
  return folders[0] === root ? folders : [folder];
}
