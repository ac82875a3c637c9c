import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { replaceWhole } from '@loadout/node';
import type { FileStore } from '@loadout/sessions';
import { errors } from '../errors.js';
import type { SessionKey, SessionStore, SessionStoreEntry } from '../types/sessions.js';
import { aboutFile } from './about-agent.js';
import { fileOf } from './mirrored.js';

/**
 * Copies a session and its agents from another store into the files of this machine, before the session continues here. A file
 * that already has as many lines stays unchanged. Returns `false` if neither has the session. Contract: throws
 * SESSION_ID_INVALID, SDK_STORE_ENTRY.
 */
export async function hydrate(
  store: FileStore,
  remote: SessionStore,
  { sessionId, projectKey = basename(store.dir) }: { readonly sessionId: string; readonly projectKey?: string | undefined },
): Promise<boolean> {
  const place = store.place(sessionId);
  const bring = async (key: SessionKey) => {
    const entries = (await remote.load(key)) ?? [];
    await fill(fileOf(store.dir, key), entries);
  };
  await bring({ projectKey, sessionId });
  for (const subpath of (await remote.listSubkeys?.({ projectKey, sessionId })) ?? []) {
    // The subpath becomes part of a path, and comes from another machine.
    if (!/^[\w-]+(?:\/[\w-]+)*$/.test(subpath)) throw errors.SDK_STORE_ENTRY({ subpath });
    await bring({ projectKey, sessionId, subpath });
  }
  return store.has(place);
}

async function fill(file: string, entries: readonly SessionStoreEntry[]): Promise<void> {
  const lines = entries.filter(({ type }) => type !== 'agent_metadata').map((entry) => `${JSON.stringify(entry)}\n`);
  const here = await readFile(file, 'utf8').catch(() => '');
  if (lines.length > 0 && here.split('\n').length - 1 < lines.length) replaceWhole(file, lines.join(''));
  const about = entries.findLast(({ type }) => type === 'agent_metadata');
  if (about === undefined) return;
  const { type: _, ...rest } = about;
  replaceWhole(aboutFile(file), JSON.stringify(rest));
}
