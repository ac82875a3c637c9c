import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '@loadout/core';
import { errors } from '../errors.js';
import type { ForkSessionOptions, ForkSessionResult, SessionStoreEntry } from '../types/sessions.js';
import { type Entry, isLinked, queuedPrompt } from './entry.js';
import { checkSessionId, theSession } from './find-session.js';
import { firstPromptOf } from './first-prompt.js';
import { projectKeyOf } from './projects.js';
import { readEntries } from './session-messages.js';

/** Copies a session, or its beginning, into a new session with new uuids. The original stays unchanged (SESS-03). */
export async function forkSession(sessionId: string, options: ForkSessionOptions = {}): Promise<ForkSessionResult> {
  checkSessionId(sessionId);
  const { dir, sessionStore } = options;
  const copy = (entries: readonly SessionStoreEntry[], to: string) => forked(entries, { ...options, from: sessionId, to });
  const to = randomUUID();
  if (sessionStore !== undefined) {
    const projectKey = projectKeyOf(dir);
    const entries = await sessionStore.load({ projectKey, sessionId });
    if (entries === null) throw errors.SDK_SESSION_UNKNOWN({ id: sessionId, dir });
    await sessionStore.append({ projectKey, sessionId: to }, copy(entries, to));
    return { sessionId: to };
  }
  const found = await theSession(sessionId, dir);
  const lines = copy(await readEntries(found.file), to).map((entry) => `${JSON.stringify(entry)}\n`);
  await writeFile(join(found.folder, `${to}.jsonl`), lines.join(''), { mode: 0o600, flag: 'wx' });
  return { sessionId: to };
}

function forked(
  entries: readonly SessionStoreEntry[],
  { from, to, upToMessageId: upTo, title }: ForkSessionOptions & { readonly from: string; readonly to: string },
): SessionStoreEntry[] {
  const all = entries.filter(isLinked).filter((entry) => entry.isSidechain !== true && entry.type !== 'progress');
  const end =
    upTo === undefined ? all.length : all.findIndex((entry) => entry.uuid === upTo || queuedPrompt(entry)?.uuid === upTo) + 1;
  const kept = all.slice(0, end);
  if (kept.length === 0) throw errors.SDK_FORK_EMPTY({ id: from, upTo });
  const renamed = new Map(kept.map((entry) => [entry.uuid, randomUUID()]));
  const uuid = (one: unknown) => (typeof one === 'string' ? (renamed.get(one) ?? null) : null);
  const copies = kept.map((entry): SessionStoreEntry => {
    const { loadout: _, ...rest } = withMetadata(entry, renamed);
    return {
      ...rest,
      ...headerOf(entry),
      uuid: renamed.get(entry.uuid) ?? randomUUID(),
      parentUuid: uuid(entry.parentUuid),
      ...(entry.logicalParentUuid === undefined ? {} : { logicalParentUuid: uuid(entry.logicalParentUuid) }),
      ...(entry.sourceToolAssistantUUID === undefined ? {} : { sourceToolAssistantUUID: uuid(entry.sourceToolAssistantUUID) }),
      sessionId: to,
      forkedFrom: { sessionId: from, messageUuid: entry.uuid },
    };
  });
  const customTitle = title?.trim() || `${titleOf(entries) ?? 'Forked session'} (fork)`;
  return [
    ...copies,
    { type: 'custom-title', customTitle, sessionId: to, uuid: randomUUID(), timestamp: new Date().toISOString() },
  ];
}

/** Keeps the session's origin. Our other notes refer to lines of the original and are dropped. */
function headerOf({ loadout }: Entry): { readonly loadout?: unknown } {
  return isObject(loadout) && loadout.header !== undefined ? { loadout: { t: 'forked', header: loadout.header } } : {};
}

/** Renames the uuids in a summary's metadata, which lists the earlier messages that are still sent. */
function withMetadata(entry: Entry, renamed: ReadonlyMap<string, string>): Entry {
  const { compactMetadata } = entry;
  if (!isObject(compactMetadata)) return entry;
  const text = JSON.stringify(compactMetadata, (_, value) => (typeof value === 'string' ? (renamed.get(value) ?? value) : value));
  return { ...entry, compactMetadata: JSON.parse(text) as unknown };
}

function titleOf(entries: readonly SessionStoreEntry[]): string | undefined {
  const last = (type: string, field: string) => {
    const value = entries.findLast((entry) => entry.type === type)?.[field];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return last('custom-title', 'customTitle') ?? last('ai-title', 'aiTitle') ?? firstPromptOf(entries);
}
