import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errors } from '../errors.js';
import { type ProjectFolder, projectFolders } from './projects.js';

/** Only ids of this form are sessions' in this format; nothing else becomes part of a path. */
export const isSessionId = (id: unknown): id is string =>
  typeof id === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(id);

export function checkSessionId(id: string): void {
  if (!isSessionId(id)) throw errors.SDK_SESSION_ID_INVALID({ id });
}

export interface FoundSession extends ProjectFolder {
  readonly sessionId: string;
  readonly file: string;
}

/** A file of the session that has something in it, in the project or in any; of several that of the project itself. */
export async function findSession(sessionId: string, dir: string | undefined): Promise<FoundSession | undefined> {
  const [own] = await findSessions(sessionId, { dir, isEnough: true });
  return own;
}

export async function findSessions(
  sessionId: string,
  { dir, isEnough = false }: { readonly dir: string | undefined; readonly isEnough?: boolean },
): Promise<readonly FoundSession[]> {
  if (!isSessionId(sessionId)) return [];
  const found: FoundSession[] = [];
  // To ask git for other worktrees takes longer than all the rest: only when the project itself does not have it.
  for (const worktrees of dir === undefined ? [false] : [false, true]) {
    for (const folder of await projectFolders(dir, { worktrees })) {
      const file = join(folder.folder, `${sessionId}.jsonl`);
      const size = await stat(file).then(
        (one) => (one.isFile() ? one.size : 0),
        () => 0,
      );
      if (size === 0 || found.some((one) => one.file === file)) continue;
      found.push({ ...folder, sessionId, file });
      if (isEnough) return found;
    }
  }
  return found;
}

/** Contract: throws SDK_SESSION_ID_INVALID, SDK_SESSION_UNKNOWN. */
export async function theSession(sessionId: string, dir: string | undefined): Promise<FoundSession> {
  checkSessionId(sessionId);
  const found = await findSession(sessionId, dir);
  if (found === undefined) throw errors.SDK_SESSION_UNKNOWN({ id: sessionId, dir });
  return found;
}

/** The sessions of one folder, by the names of their files. */
export async function sessionsIn(folder: ProjectFolder): Promise<readonly FoundSession[]> {
  const names = await readdir(folder.folder).catch(() => []);
  return names.flatMap((name) => {
    const sessionId = name.endsWith('.jsonl') ? name.slice(0, -'.jsonl'.length) : '';
    return isSessionId(sessionId) ? [{ ...folder, sessionId, file: join(folder.folder, name) }] : [];
  });
}
