import { join } from 'node:path';
import { claudeProjects } from '@loadout/command';
import { readEnds } from './file-ends.js';
import { sessionsIn } from './find-session.js';
import { type Environment, projectKeyOf } from './projects.js';
import { infoOf } from './session-info.js';

/** The id of the only session of a workspace with this title, in any letter case; `undefined` if there is none, or more than one (GAP-D11). */
export async function sessionOfTitle(
  title: string,
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
): Promise<string | undefined> {
  const sessions = await sessionsIn({ folder: join(claudeProjects(env), projectKeyOf(cwd)) });
  const wanted = title.trim().toLowerCase();
  const found: string[] = [];
  for (const { sessionId, file } of sessions) {
    const ends = await readEnds(file);
    const info = ends === undefined ? undefined : infoOf(sessionId, ends);
    if (info?.customTitle?.trim().toLowerCase() === wanted) found.push(sessionId);
  }
  return found.length === 1 ? found[0] : undefined;
}
