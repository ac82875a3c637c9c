import { stat } from 'node:fs/promises';
import type { GetSessionInfoOptions, ListSessionsOptions, SDKSessionInfo } from '../types/sessions.js';
import { readArchiveMark } from './archived.js';
import { type Ends, readEnds } from './file-ends.js';
import { type FoundSession, findSession, sessionsIn } from './find-session.js';
import { projectFolders } from './projects.js';
import { firstText, lastText } from './scan-lines.js';
import { infoOf } from './session-info.js';
import { infoInStore, listInStore } from './store-listing.js';

/** The number of files that are read in parallel. Thousands at once would exhaust the file descriptors. */
const AT_ONCE = 32;

/**
 * Lists the sessions of a project, or of all projects, newest first. Reads only the first and the last 64 KB of each file, and
 * only the files of the requested page (SESS-01).
 */
export async function listSessions(options: ListSessionsOptions = {}): Promise<SDKSessionInfo[]> {
  const { dir, limit, offset = 0, includeWorktrees = true, includeProgrammatic = true, sessionStore } = options;
  if (sessionStore !== undefined) return listInStore(sessionStore, { dir, limit, offset });
  const folders = await projectFolders(dir, { worktrees: includeWorktrees });
  const found = (await Promise.all(folders.map(sessionsIn))).flat();
  const wanted = limit !== undefined && limit > 0 ? offset + limit : Number.POSITIVE_INFINITY;
  const listed = new Map<string, SDKSessionInfo>();
  for (const some of batches(await newestFirst(found))) {
    for (const info of await Promise.all(some.map((one) => describe(one, { includeProgrammatic }))))
      if (info !== undefined && !listed.has(info.sessionId)) listed.set(info.sessionId, info);
    if (listed.size >= wanted) break;
  }
  return [...listed.values()].slice(offset, wanted);
}

/** Returns the listing entry of one session, or `undefined` if there is no such session. */
export async function getSessionInfo(
  sessionId: string,
  options: GetSessionInfoOptions = {},
): Promise<SDKSessionInfo | undefined> {
  if (options.sessionStore !== undefined) return infoInStore(options.sessionStore, { sessionId, dir: options.dir });
  const found = await findSession(sessionId, options.dir);
  return found === undefined ? undefined : describe(found, { includeProgrammatic: true });
}

async function newestFirst(found: readonly FoundSession[]): Promise<readonly FoundSession[]> {
  const timed: { readonly one: FoundSession; readonly modified: number }[] = [];
  for (const some of batches(found)) {
    const times = await Promise.all(
      some.map(({ file }) =>
        stat(file).then(
          ({ mtime }) => mtime.getTime(),
          () => undefined,
        ),
      ),
    );
    for (const [index, one] of some.entries()) {
      const modified = times[index];
      if (modified !== undefined) timed.push({ one, modified });
    }
  }
  const later = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0);
  return timed.sort((a, b) => b.modified - a.modified || later(a.one.sessionId, b.one.sessionId)).map(({ one }) => one);
}

async function describe(
  { sessionId, file, project }: FoundSession,
  { includeProgrammatic }: { readonly includeProgrammatic: boolean },
): Promise<SDKSessionInfo | undefined> {
  const ends = await readEnds(file);
  if (ends === undefined || (!includeProgrammatic && isProgrammatic(ends))) return undefined;
  return infoOf(sessionId, ends, { project, mark: await readArchiveMark(file) });
}

function isProgrammatic({ head, tail }: Ends): boolean {
  const entrypoint = firstText(head, 'entrypoint') ?? lastText(tail, 'entrypoint');
  const kind = firstText(head, 'sessionKind');
  return (entrypoint !== undefined && /^sdk-(?:cli|ts|py)$/.test(entrypoint)) || kind === 'daemon' || kind === 'daemon-worker';
}

function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += AT_ONCE) yield items.slice(at, at + AT_ONCE);
}
