import { join } from 'node:path';
import { FileStore } from '@loadout/runner';
import { claudeFormat } from './claude-format.js';
import { type Environment, projectKeyOf, projectsDir, realFolder } from './projects.js';

/** The sessions of a workspace, in the place and format that the Claude Agent SDK's own functions read (SESS-01, SESS-05). */
export function claudeSessions({ env, cwd }: { readonly env: Environment; readonly cwd: string }): FileStore {
  return new FileStore({
    dir: join(projectsDir(env), projectKeyOf(realFolder(cwd))),
    format: claudeFormat({ entrypoint: env.CLAUDE_CODE_ENTRYPOINT || undefined }),
  });
}
