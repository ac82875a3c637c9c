import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionKey, SessionStore, SessionStoreEntry } from '../types/sessions.js';
import { archiveSession, deleteSession, renameSession, tagSession } from './change-session.js';
import { forkSession } from './fork-session.js';
import { hydrate } from './hydrate.js';
import { importSessionToStore } from './import-session.js';
import { InMemorySessionStore } from './in-memory-session-store.js';
import { getSessionInfo, listSessions } from './list-sessions.js';
import { getSessionMessages } from './session-messages.js';
import { foldSessionSummary } from './session-summary.js';
import { assistant, goOn, headerOf, linesOf, outline, project, replay, useOwnConfig, user, write } from './sessions.test-kit.js';
import { getSubagentMessages, listSubagents } from './subagents.js';

useOwnConfig();

class BatchedStore extends InMemorySessionStore {
  readonly sizes: number[] = [];

  override async append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void> {
    this.sizes.push(entries.length);
    await super.append(key, entries);
  }
}

function talk() {
  const { cwd, store } = project();
  const key = { projectKey: basename(store.dir) };
  const place = write({ cwd, store }, [user('One?'), assistant('Yes.')]);
  const agent = write({ cwd, store: store.under(place) }, [user('Sub?'), assistant('Sub.')], 'first');
  writeFileSync(agent.file.replace('.jsonl', '.meta.json'), JSON.stringify({ toolUseId: 'toolu_1' }));
  return { cwd, store, place, agent, key: { ...key, sessionId: place.id } };
}

describe('a session in a SessionStore (SESS-05)', () => {
  it('is imported whole, in batches, and a second import changes nothing', async () => {
    const { cwd, place, key } = talk();
    const remote = new BatchedStore();
    await importSessionToStore(place.id, remote, { dir: cwd, batchSize: 2 });
    expect(await remote.load(key)).toEqual(linesOf(place));
    expect(Math.max(...remote.sizes)).toBe(2);
    await importSessionToStore(place.id, remote, { dir: cwd });
    expect(await remote.load(key)).toEqual(linesOf(place));
    const bare = new InMemorySessionStore();
    await importSessionToStore(place.id, bare, { dir: cwd, includeSubagents: false });
    expect(await bare.listSubkeys(key)).toEqual([]);
    await expect(importSessionToStore(randomUUID(), remote, { dir: cwd })).rejects.toMatchObject({ code: 'SDK_SESSION_UNKNOWN' });
  });

  it('is read, changed and forked there like a local file', async () => {
    const { cwd, place, key } = talk();
    const sessionStore = new InMemorySessionStore();
    await importSessionToStore(place.id, sessionStore, { dir: cwd });
    const there = { dir: cwd, sessionStore };
    expect(await getSessionMessages(place.id, there)).toEqual(await getSessionMessages(place.id, { dir: cwd }));
    expect(await listSubagents(place.id, there)).toEqual(['first']);
    expect(await getSubagentMessages(place.id, 'first', there)).toEqual(
      await getSubagentMessages(place.id, 'first', { dir: cwd }),
    );
    await renameSession(place.id, 'There', there);
    await tagSession(place.id, 'far', there);
    expect(await getSessionInfo(place.id, there)).toMatchObject({ customTitle: 'There', tag: 'far' });
    expect((await getSessionInfo(place.id, { dir: cwd }))?.customTitle).toBeUndefined();
    const { sessionId } = await forkSession(place.id, there);
    expect(await getSessionMessages(sessionId, there)).toHaveLength(2);
    expect((await listSessions(there)).map(({ summary }) => summary)).toEqual(['There (fork)', 'There']);
    await expect(archiveSession(place.id, there)).rejects.toMatchObject({ code: 'SDK_STORE_REFUSED' });
    await deleteSession(place.id, there);
    expect([await sessionStore.load(key), await sessionStore.listSubkeys(key), existsSync(place.file)]).toEqual([null, [], true]);
  });

  it('is read as before from a store that gives the keys in another order, as the jsonb of Postgres does', async () => {
    const { cwd, place, store } = talk();
    const kept = new InMemorySessionStore();
    await importSessionToStore(place.id, kept, { dir: cwd });
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, one]) => [key, turned(one)]),
      );
    };
    const before = store.read(place);
    rmSync(place.file);
    const remote: SessionStore = {
      append: async () => {},
      load: async (key) => turned(await kept.load(key)) as SessionStoreEntry[] | null,
    };
    await hydrate(store, remote, { sessionId: place.id });
    expect(store.read(place)).toEqual(before);
  });

  it('is listed by its summary, by its entries if the summary is old, and by its id if it cannot be loaded', async () => {
    const { cwd, place, key } = talk();
    const kept = new InMemorySessionStore();
    await importSessionToStore(place.id, kept, { dir: cwd });
    const loads: string[] = [];
    const load = (one: SessionKey) => {
      loads.push(one.sessionId);
      return kept.load(one);
    };
    const base: SessionStore = {
      append: (one, entries) => kept.append(one, entries),
      load,
      listSessions: (one) => kept.listSessions(one),
    };
    const summaries = () => kept.listSessionSummaries(key.projectKey);
    const [listed] = await listSessions({ dir: cwd, sessionStore: { ...base, listSessionSummaries: summaries } });
    expect(listed).toMatchObject({ sessionId: place.id, summary: 'One?' });
    expect(loads).toEqual([]);
    const old = async () => (await summaries()).map((one) => ({ ...one, mtime: 1, data: {} }));
    expect(await listSessions({ dir: cwd, sessionStore: { ...base, listSessionSummaries: old } })).toMatchObject([
      { summary: 'One?' },
    ]);
    expect(await listSessions({ dir: cwd, sessionStore: base })).toMatchObject([{ summary: 'One?' }]);
    expect(loads).toEqual([place.id, place.id]);
    const broken = { ...base, load: () => Promise.reject(new Error('Not now.')) };
    expect(await listSessions({ dir: cwd, sessionStore: broken })).toMatchObject([{ sessionId: place.id, summary: '' }]);
    const { listSessions: _, ...cannot } = base;
    await expect(listSessions({ dir: cwd, sessionStore: cannot })).rejects.toMatchObject({ code: 'SDK_STORE_CANNOT' });
  });

  it('has the same summary for any division into batches', () => {
    const { place, key } = talk();
    const entries = linesOf(place) as SessionStoreEntry[];
    const atOnce = foldSessionSummary(undefined, key, entries, { mtime: 5 });
    const oneByOne = entries.reduce<ReturnType<typeof foldSessionSummary> | undefined>(
      (before, entry) => foldSessionSummary(before, key, [entry], { mtime: 5 }),
      undefined,
    );
    expect(oneByOne).toEqual(atOnce);
    expect(atOnce).toMatchObject({ sessionId: key.sessionId, mtime: 5, data: { firstPrompt: 'One?', isSidechain: false } });
  });
});

describe('a session that is brought from a store (SESS-05)', () => {
  it('continues here with its agents', async () => {
    const { cwd, place, agent, store, key } = talk();
    const remote = new InMemorySessionStore();
    await importSessionToStore(place.id, remote, { dir: cwd });
    const before = [linesOf(place), linesOf(agent)];
    rmSync(store.dir, { recursive: true });
    expect(await hydrate(store, remote, { sessionId: place.id })).toBe(true);
    expect([linesOf(place), linesOf(agent)]).toEqual(before);
    goOn(store, place, [user('On?')]);
    expect(outline(replay(store, place).messages)).toEqual(['user: One?', 'assistant: Yes.', 'user: On?']);
    expect((await getSubagentMessages(place.id, 'first'))[0]?.parent_tool_use_id).toBe('toolu_1');
    // A longer local file stays.
    await hydrate(store, remote, { sessionId: place.id, projectKey: key.projectKey });
    expect(replay(store, place).messages).toHaveLength(3);
    expect(await hydrate(store, remote, { sessionId: randomUUID() })).toBe(false);
  });

  it('is replaced when the store has more of it', async () => {
    const { cwd, place, store } = talk();
    const remote = new InMemorySessionStore();
    const short = linesOf(place).slice(0, 2);
    goOn(store, place, [user('More?')]);
    await importSessionToStore(place.id, remote, { dir: cwd });
    rmSync(place.file);
    for (const line of short) appendFileSync(place.file, `${JSON.stringify(line)}\n`);
    await hydrate(store, remote, { sessionId: place.id });
    expect(outline(replay(store, place).messages).at(-1)).toBe('user: More?');
  });

  it('writes only below its session, whatever the store names', async () => {
    const { store } = project();
    mkdirSync(store.dir, { recursive: true });
    const place = store.place(randomUUID());
    const entries = [{ type: 'user' }];
    for (const subpath of ['../../out', '/etc/x', 'subagents/../../x', '']) {
      const remote: SessionStore = { append: async () => {}, load: async () => entries, listSubkeys: async () => [subpath] };
      await expect(hydrate(store, remote, { sessionId: place.id })).rejects.toMatchObject({ code: 'SDK_STORE_ENTRY' });
    }
    const remote: SessionStore = { append: async () => {}, load: async () => [headerOf(place)] as never };
    await expect(hydrate(store, remote, { sessionId: '../x' })).rejects.toMatchObject({ code: 'SESSION_ID_INVALID' });
  });
});
