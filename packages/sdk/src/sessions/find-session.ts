import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errors } from '../errors.js';
import { type ProjectFolder, projectFolders } from './projects.js';

/** Whether an id has the form of session ids in this format. No other text becomes part of a path. */
export const isSessionId = (id: unknown): id is string =>
  typeof id === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(id);

export function checkSessionId(id: string): void {
  if (!isSessionId(id)) throw errors.SDK_SESSION_ID_INVALID({ id });
}

export interface FoundSession extends ProjectFolder {
  readonly sessionId: string;
  readonly file: string;
}

/** Finds a non-empty file of the session, in the project or in any project. The project's own file is preferred. */
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
  // Asking git for other worktrees takes longer than all the rest, so it happens only if the project itself lacks the session.
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

/** Finds the session's file. Contract: throws SDK_SESSION_ID_INVALID, SDK_SESSION_UNKNOWN. */
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
