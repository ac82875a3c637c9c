import { errors } from '../errors.js';
import type { SDKSessionInfo, SessionStore } from '../types/sessions.js';
import { endsOf } from './file-ends.js';
import { isSessionId } from './find-session.js';
import { projectKeyOf, realFolder } from './projects.js';
import { infoOf } from './session-info.js';
import { infoOfSummary } from './session-summary.js';

interface Listed {
  readonly sessionId: string;
  readonly mtime: number;
  readonly info?: SDKSessionInfo | undefined;
  /** Set if a current summary says that the session is not listed. */
  readonly isHidden?: boolean | undefined;
}

/** Lists the sessions of a project in a store. Loads only sessions of the page, and only those without a summary. */
export async function listInStore(
  store: SessionStore,
  { dir, limit, offset }: { dir: string | undefined; limit: number | undefined; offset: number },
): Promise<SDKSessionInfo[]> {
  const project = realFolder(dir ?? '.');
  const listed = [...(await entriesOf(store, project))].filter((one) => one.isHidden !== true).sort((a, b) => b.mtime - a.mtime);
  const page = listed.slice(offset, limit !== undefined && limit > 0 ? offset + limit : undefined);
  const infos = await Promise.all(page.map((one) => one.info ?? loaded(store, { project, one })));
  return infos.filter((info) => info !== undefined);
}

async function entriesOf(store: SessionStore, project: string): Promise<readonly Listed[]> {
  const key = projectKeyOf(project);
  const all = await store.listSessions?.(key);
  if (store.listSessionSummaries === undefined) {
    if (all === undefined) throw errors.SDK_STORE_CANNOT({ method: 'listSessions' });
    return all;
  }
  const times = all === undefined ? undefined : new Map(all.map((one) => [one.sessionId, one.mtime]));
  const summarised = (await store.listSessionSummaries(key)).flatMap((summary): Listed[] => {
    const { sessionId, mtime } = summary;
    const written = times?.get(sessionId);
    if (times !== undefined && written === undefined) return [];
    // A program without summaries wrote last, so this summary is older than the session.
    if (written !== undefined && mtime < written) return [{ sessionId, mtime: written }];
    const info = infoOfSummary(summary, project);
    return [{ sessionId, mtime, info, isHidden: info === undefined }];
  });
  const known = new Set(summarised.map((one) => one.sessionId));
  return [...summarised, ...(all ?? []).filter((one) => !known.has(one.sessionId))];
}

async function loaded(
  store: SessionStore,
  { project, one }: { readonly project: string; readonly one: Listed },
): Promise<SDKSessionInfo | undefined> {
  const { sessionId, mtime } = one;
  try {
    return await infoFrom(store, { project, sessionId, modified: mtime });
  } catch {
    // A session that cannot be loaded now still exists.
    return { sessionId, summary: '', lastModified: mtime };
  }
}

export async function infoInStore(
  store: SessionStore,
  { sessionId, dir }: { readonly sessionId: string; readonly dir: string | undefined },
): Promise<SDKSessionInfo | undefined> {
  return isSessionId(sessionId) ? infoFrom(store, { project: realFolder(dir ?? '.'), sessionId }) : undefined;
}

async function infoFrom(
  store: SessionStore,
  { project, sessionId, modified }: { project: string; sessionId: string; modified?: number | undefined },
): Promise<SDKSessionInfo | undefined> {
  const entries = (await store.load({ projectKey: projectKeyOf(project), sessionId })) ?? [];
  if (entries.length === 0) return undefined;
  const text = `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`;
  const last = Date.parse(String(entries.findLast((entry) => typeof entry.timestamp === 'string')?.timestamp));
  return infoOf(sessionId, endsOf(text, modified ?? (Number.isNaN(last) ? Date.now() : last)), { project });
}
