import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beginningOf } from '@loadout/node';
import { listSessions } from './file-store.js';
import type { SessionHeader } from './records.js';
import { lockFreeSession } from './session-lock.js';
import type { SessionEntry, SessionFolder } from './session-place.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Removes the sessions of one workspace that had no write for `retention` seconds, at most once a day. A session in use stays,
 * and so do results that a younger fork still refers to. Source: RES-06.
 */
export function cleanSessions(folder: SessionFolder, { retention, now }: { retention: number; now: number }): readonly string[] {
  if (!isDue(folder, now)) return [];
  const sessions = listSessions(folder);
  const isOld = (session: SessionEntry) => now - session.modified.getTime() > retention * 1000;
  const pointedTo = new Set(sessions.filter((one) => !isOld(one)).flatMap((one) => artifactsOf(one)));
  const removed: string[] = [];
  for (const session of sessions.filter(isOld)) {
    if (!remove(session, { keepArtifacts: pointedTo.has(session.id), isOld })) continue;
    removed.push(session.id);
  }
  for (const name of orphans(folder, { pointedTo, now, retention }))
    rmSync(join(folder.dir, name), { recursive: true, force: true });
  return removed;
}

/** Returns whether cleaning is due. The mark is set first, so that only one of two processes that start at once cleans. */
function isDue(folder: SessionFolder, now: number): boolean {
  const mark = join(folder.dir, '.cleaned');
  const last = statSync(mark, { throwIfNoEntry: false })?.mtimeMs;
  if (last !== undefined && now - last < DAY_MS) return false;
  writeFileSync(mark, '', { mode: 0o600 });
  utimesSync(mark, now / 1000, now / 1000);
  return true;
}

/**
 * Removes a session under its lock, so that nobody can begin to write. The age is checked again, since somebody may have written
 * before the lock.
 */
function remove(
  session: SessionEntry,
  { keepArtifacts, isOld }: { keepArtifacts: boolean; isOld(one: SessionEntry): boolean },
): boolean {
  const lock = lockFreeSession(session);
  if (lock === undefined) return false;
  try {
    const stat = statSync(session.file, { throwIfNoEntry: false });
    if (stat === undefined || !isOld({ ...session, modified: stat.mtime })) return false;
    if (!keepArtifacts) rmSync(session.artifactDir, { recursive: true, force: true });
    rmSync(session.file, { force: true });
    return true;
  } finally {
    lock.release();
  }
}

/** Returns results without a session, which were left for a fork that is also gone by now. */
function orphans(
  folder: SessionFolder,
  { pointedTo, now, retention }: { pointedTo: ReadonlySet<string>; now: number; retention: number },
): readonly string[] {
  const entries = readdirSync(folder.dir, { withFileTypes: true });
  const sessions = new Set(
    entries.filter((one) => one.name.endsWith('.jsonl')).map((one) => one.name.slice(0, -'.jsonl'.length)),
  );
  return entries
    .filter((one) => one.isDirectory() && /^[A-Za-z0-9-]{1,64}$/.test(one.name))
    .map((one) => one.name)
    .filter((name) => !sessions.has(name) && !pointedTo.has(name))
    .filter((name) => now - (statSync(join(folder.dir, name), { throwIfNoEntry: false })?.mtimeMs ?? now) > retention * 1000);
}

/**
 * Returns the folders with the session's results. A session with an unreadable header may refer to any folder, so its own is
 * kept.
 */
function artifactsOf({ id, file }: SessionEntry): readonly string[] {
  try {
    const header = JSON.parse(firstLine(file)) as SessionHeader;
    return [id, basename(header.artifactDir)];
  } catch {
    return [id];
  }
}

function firstLine(file: string): string {
  const begin = beginningOf(file);
  return (begin.includes('\n') ? begin : readFileSync(file, 'utf8')).split('\n', 1)[0] ?? '';
}
