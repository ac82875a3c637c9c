import { join, resolve } from 'node:path';
import type { ClaudeSource } from '@loadout/config';

/** The paths of Claude Code's files, whether or not the files exist. */
export interface ClaudeFiles {
  /** `~/.claude` */
  readonly home: string;
  /** `~/.claude.json`, which contains servers and the list of trusted folders. */
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
