import { randomUUID } from 'node:crypto';
import { appendFile, open, rm } from 'node:fs/promises';
import { errors } from '../errors.js';
import type { SessionMutationOptions, SessionStoreEntry } from '../types/sessions.js';
import { writeArchiveMark } from './archived.js';
import { checkSessionId, findSessions, theSession } from './find-session.js';
import { projectKeyOf } from './projects.js';

/** Gives a session a title. A running session is not disturbed: a line is added to its file (SESS-01). */
export async function renameSession(sessionId: string, title: string, options: SessionMutationOptions = {}): Promise<void> {
  checkSessionId(sessionId);
  const customTitle = title.trim();
  if (customTitle === '') throw errors.SDK_SESSION_TEXT_EMPTY({ what: 'title', value: title });
  await note({ type: 'custom-title', customTitle, sessionId }, options);
}

/** Gives the session that is open in this process a title. Its file is known, and may not exist yet. */
export async function titleSession(
  file: string,
  { sessionId, title }: { readonly sessionId: string; readonly title: string },
): Promise<void> {
  await appendFile(file, `${JSON.stringify({ type: 'custom-title', customTitle: title.trim(), sessionId })}\n`);
}

/** Gives the session that is open in this process a title that a model made. A title that a person gave stays the title. */
export async function suggestTitle(
  file: string,
  { sessionId, title }: { readonly sessionId: string; readonly title: string },
): Promise<void> {
  await appendFile(file, `${JSON.stringify({ type: 'ai-title', aiTitle: title, sessionId })}\n`);
}

/** Gives a session a tag. `null` removes the tag. */
export async function tagSession(sessionId: string, tag: string | null, options: SessionMutationOptions = {}): Promise<void> {
  checkSessionId(sessionId);
  const shown = tag === null ? '' : visible(tag);
  if (tag !== null && shown === '') throw errors.SDK_SESSION_TEXT_EMPTY({ what: 'tag', value: tag });
  await note({ type: 'tag', tag: shown, sessionId }, options);
}

/** Removes invisible characters, which could make two tags look the same. */
const visible = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim();

async function note(
  entry: SessionStoreEntry & { sessionId: string },
  { dir, sessionStore }: SessionMutationOptions,
): Promise<void> {
  const { sessionId } = entry;
  if (sessionStore !== undefined) {
    const stamped = { ...entry, uuid: randomUUID(), timestamp: new Date().toISOString() };
    await sessionStore.append({ projectKey: projectKeyOf(dir), sessionId }, [stamped]);
    return;
  }
  const { file } = await theSession(sessionId, dir);
  // The flag `a` would create the file again while it is being deleted.
  const opened = await open(file, 'r+');
  await opened.close();
  const appended = await open(file, 'a');
  try {
    await appended.writeFile(`${JSON.stringify(entry)}\n`);
  } finally {
    await appended.close();
  }
}

/** Marks a session as done. It is still listed, with `archived: true`, until it receives a new prompt. */
export const archiveSession = (sessionId: string, options: SessionMutationOptions = {}): Promise<void> =>
  mark(sessionId, { ...options, archived: true });

export const unarchiveSession = (sessionId: string, options: SessionMutationOptions = {}): Promise<void> =>
  mark(sessionId, { ...options, archived: false });

async function mark(
  sessionId: string,
  { dir, sessionStore, archived }: SessionMutationOptions & { readonly archived: boolean },
): Promise<void> {
  checkSessionId(sessionId);
  if (sessionStore !== undefined) throw errors.SDK_STORE_REFUSED({ what: 'The mark of an archived session' });
  const found = await findSessions(sessionId, { dir });
  if (found.length === 0) throw errors.SDK_SESSION_UNKNOWN({ id: sessionId, dir });
  for (const { file } of found) await writeArchiveMark(file, archived);
}

/** Removes a session with its agents and its large results. In a store that cannot delete, does nothing. */
export async function deleteSession(sessionId: string, { dir, sessionStore }: SessionMutationOptions = {}): Promise<void> {
  checkSessionId(sessionId);
  if (sessionStore !== undefined) {
    await sessionStore.delete?.({ projectKey: projectKeyOf(dir), sessionId });
    return;
  }
  const { file } = await theSession(sessionId, dir);
  await rm(file, { force: true });
  await rm(file.replace(/\.jsonl$/, ''), { recursive: true, force: true });
}
