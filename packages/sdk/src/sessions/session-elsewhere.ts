import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { claudeProjects } from '@loadout/command';
import { isSessionId } from './find-session.js';
import type { Environment } from './projects.js';

export { isSessionId };

/** The project folder that has a session of this id; `undefined` if none has it. A session is resumed from any folder (W24). */
export function folderOfSession(id: string, env: Environment): string | undefined {
  const root = claudeProjects(env);
  return namesIn(root)
    .map((name) => join(root, name))
    .find((folder) => existsSync(join(folder, `${id}.jsonl`)));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
