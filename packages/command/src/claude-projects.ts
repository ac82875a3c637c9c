import { join } from 'node:path';
import { homeOf } from '@loadout/node';

type Env = Readonly<Record<string, string | undefined>>;

/** The folder of Claude Code's own files of a user: `$CLAUDE_CONFIG_DIR`, or `~/.claude`. */
export const claudeHome = (env: Env): string => env.CLAUDE_CONFIG_DIR || join(homeOf(env), '.claude');

/** The folder that has a folder of transcripts for each project. */
export const claudeProjects = (env: Env): string => join(claudeHome(env), 'projects').normalize('NFC');

const MAX_NAME = 200;

/** The path of a project with every character except letters and digits replaced by `-`. Several paths may have the same name. */
export const dashedPath = (path: string): string => path.replace(/[^a-zA-Z0-9]/g, '-');

/** The name of a project's folder. A long name is cut and gets a hash of the whole path. */
export function claudeProjectKey(path: string): string {
  const name = dashedPath(path);
  if (name.length <= MAX_NAME) return name;
  let hash = 0;
  for (let index = 0; index < path.length; index++) hash = (hash * 31 + path.charCodeAt(index)) | 0;
  return `${name.slice(0, MAX_NAME)}-${Math.abs(hash).toString(36)}`;
}
