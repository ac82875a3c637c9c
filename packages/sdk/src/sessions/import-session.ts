import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { isObject } from '@loadout/core';
import { jsonIn } from '@loadout/node';
import type { ImportSessionToStoreOptions, SessionKey, SessionStore, SessionStoreEntry } from '../types/sessions.js';
import { aboutFile } from './about-agent.js';
import { isEntry } from './entry.js';
import { theSession } from './find-session.js';
import { projectKeyOf } from './projects.js';
import { agentFiles } from './subagents.js';

export const BATCH_ENTRIES = 500;
export const BATCH_CHARS = 1024 * 1024;

/** Copies a session of this machine into a store, in batches. A second import adds no entry that has a uuid. */
export async function importSessionToStore(
  sessionId: string,
  store: SessionStore,
  { dir, includeSubagents = true, batchSize }: ImportSessionToStoreOptions = {},
): Promise<void> {
  const { file } = await theSession(sessionId, dir);
  const size = batchSize !== undefined && batchSize > 0 ? batchSize : BATCH_ENTRIES;
  const projectKey = projectKeyOf(dir);
  const put = async (path: string, key: SessionKey) => {
    for await (const batch of batchesOf(path, size)) await store.append(key, batch);
  };
  await put(file, { projectKey, sessionId });
  if (!includeSubagents) return;
  const root = file.replace(/\.jsonl$/, '');
  for (const path of await agentFiles(file)) {
    const subpath = relative(root, path)
      .replace(/\.jsonl$/, '')
      .split(sep)
      .join('/');
    await put(path, { projectKey, sessionId, subpath });
    const about = jsonIn(await readFile(aboutFile(path), 'utf8').catch(() => ''));
    if (isObject(about)) await store.append({ projectKey, sessionId, subpath }, [{ ...about, type: 'agent_metadata' }]);
  }
}

async function* batchesOf(path: string, size: number): AsyncGenerator<SessionStoreEntry[]> {
  let batch: SessionStoreEntry[] = [];
  let chars = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const entry = jsonIn(line);
    if (!isEntry(entry)) continue;
    batch.push(entry);
    chars += line.length;
    if (batch.length < size && chars < BATCH_CHARS) continue;
    yield batch;
    batch = [];
    chars = 0;
  }
  if (batch.length > 0) yield batch;
}
