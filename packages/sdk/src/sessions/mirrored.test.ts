import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionKey, SessionStore, SessionStoreEntry } from '../types/sessions.js';
import { renameSession } from './change-session.js';
import { InMemorySessionStore } from './in-memory-session-store.js';
import { mirrored } from './mirrored.js';
import { goOn, linesOf, project, useOwnConfig, user, write } from './sessions.test-kit.js';

useOwnConfig();

/** A store that answers after a few turns of the event loop, or not at all. */
class SlowStore extends InMemorySessionStore {
  readonly batches: { readonly key: SessionKey; readonly entries: readonly SessionStoreEntry[] }[] = [];
  refusals = 0;
  underWay = 0;
  most = 0;

  override async append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void> {
    this.most = Math.max(this.most, ++this.underWay);
    await new Promise((resolve) => setImmediate(resolve));
    this.underWay -= 1;
    if (this.refusals > 0) {
      this.refusals -= 1;
      throw new Error('Not now.');
    }
    this.batches.push({ key, entries });
    await super.append(key, entries);
  }
}

describe('a store that is mirrored (SESS-05)', () => {
  it('sends every line in order, one batch at a time, including agents', async () => {
    const { cwd, store } = project();
    const remote = new SlowStore();
    const mirror = mirrored(store, remote);
    const place = write(
      { cwd, store: mirror.store },
      Array.from({ length: 1200 }, (_, index) => user(`Prompt ${index}`)),
    );
    write({ cwd, store: mirror.store.under(place) }, [user('Sub?')], 'first');
    await mirror.flush();
    const key = { projectKey: basename(store.dir), sessionId: place.id };
    expect(await remote.load(key)).toEqual(linesOf(place));
    expect(await remote.load({ ...key, subpath: 'subagents/agent-first' })).toHaveLength(2);
    expect(remote.most).toBe(1);
    expect(Math.max(...remote.batches.map(({ entries }) => entries.length))).toBe(500);
  });

  it('sends new lines only, including lines that others add', async () => {
    const { cwd, store } = project();
    const place = write({ cwd, store }, [user('Before')]);
    const remote = new SlowStore();
    const mirror = mirrored(store, remote, { projectKey: 'tenant' });
    const { journal } = mirror.store.reopen(place);
    journal.append(user('One'));
    await renameSession(place.id, 'Title', { dir: cwd });
    journal.append(user('Two'));
    await mirror.flush();
    journal.close();
    const types = (await remote.load({ projectKey: 'tenant', sessionId: place.id }))?.map(({ type }) => type);
    expect(types).toEqual(['user', 'custom-title', 'user']);
  });

  it('retries, and finally reports the batch and continues', async () => {
    const { cwd, store } = project();
    const remote = new SlowStore();
    remote.refusals = 2;
    const failed: unknown[] = [];
    const mirror = mirrored(store, remote, {
      backoffMs: [0, 0],
      onError: (error, key) => failed.push([String(error), key.sessionId]),
    });
    const place = write({ cwd, store: mirror.store }, [user('One')]);
    await mirror.flush();
    const key = { projectKey: basename(store.dir), sessionId: place.id };
    expect([failed, (await remote.load(key))?.length]).toEqual([[], 2]);
    remote.refusals = 3;
    goOn(mirror.store, place, [user('Lost')]);
    await mirror.flush();
    goOn(mirror.store, place, [user('Kept')]);
    await mirror.flush();
    expect(failed).toEqual([['Error: Not now.', place.id]]);
    expect(JSON.stringify(await remote.load(key))).toMatch(/One.*Kept/);
    expect(JSON.stringify(await remote.load(key))).not.toContain('Lost');
  });

  it('does not repeat an attempt that may still arrive, and survives a deleted file', async () => {
    const { cwd, store } = project();
    let tries = 0;
    const never: SessionStore = {
      append: () => {
        tries += 1;
        return new Promise(() => {});
      },
      load: async () => null,
    };
    const failed: string[] = [];
    const mirror = mirrored(store, never, { timeoutMs: 1, onError: (error) => failed.push(String(error)) });
    const place = write({ cwd, store: mirror.store }, [user('One')]);
    await mirror.flush();
    expect([tries, failed]).toEqual([1, [expect.stringContaining('did not answer in 1 ms')]]);
    const { journal } = mirror.store.reopen(place);
    rmSync(place.file);
    journal.append(user('Nowhere'));
    await mirror.flush();
    expect(failed[1]).toContain('ENOENT');
    journal.close();
  });
});
