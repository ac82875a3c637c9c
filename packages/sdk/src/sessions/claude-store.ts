import { join } from 'node:path';
import { claudeProjects } from '@loadout/command';
import { FileStore, type FileStoreOptions } from '@loadout/sessions';
import { claudeFormat } from './claude-format.js';
import { type Environment, projectKeyOf } from './projects.js';

interface Place {
  readonly env: Environment;
  readonly cwd: string;
  /** A session of another workspace that is to be continued from this one. */
  readonly elsewhere?: FileStoreOptions['elsewhere'];
}

/** The sessions of a workspace, in the place and format that the Claude Agent SDK's own functions read (SESS-01, SESS-05). */
export function claudeSessions({ env, cwd, elsewhere }: Place): FileStore {
  return new FileStore({
    dir: join(claudeProjects(env), projectKeyOf(cwd)),
    elsewhere,
    format: claudeFormat({ entrypoint: env.CLAUDE_CODE_ENTRYPOINT || undefined }),
  });
}
