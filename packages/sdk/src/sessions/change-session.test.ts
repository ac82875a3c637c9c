import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { archiveSession, deleteSession, renameSession, tagSession, unarchiveSession } from './change-session.js';
import { forkSession } from './fork-session.js';
import { getSessionInfo } from './list-sessions.js';
import { getSessionMessages } from './session-messages.js';
import { assistant, linesOf, project, useOwnConfig, user, write } from './sessions.test-kit.js';

useOwnConfig();

describe('a session that is changed (SESS-01)', () => {
  it('has its last title and tag, even while it runs', async () => {
    const { cwd, store } = project();
    const place = write({ cwd, store }, [user('One?')]);
    const { journal } = store.reopen(place);
    await renameSession(place.id, '  First title ', { dir: cwd });
    await renameSession(place.id, 'Title');
    await tagSession(place.id, 'wo\u200brk');
    journal.append(assistant('Yes.'));
    journal.close();
    expect(await getSessionInfo(place.id)).toMatchObject({ customTitle: 'Title', summary: 'Title', tag: 'work' });
    await tagSession(place.id, null);
    expect((await getSessionInfo(place.id))?.tag).toBeUndefined();
    expect(store.read(place)).toHaveLength(3);
  });

  it('refuses empty titles and tags, invalid ids, and missing sessions', async () => {
    const place = write(project(), [user('One?')]);
    await expect(renameSession(place.id, ' ')).rejects.toMatchObject({ code: 'SDK_SESSION_TEXT_EMPTY' });
    await expect(tagSession(place.id, '\u200b')).rejects.toMatchObject({ code: 'SDK_SESSION_TEXT_EMPTY' });
    for (const change of [(id: string) => renameSession(id, 'x'), deleteSession, archiveSession, forkSession]) {
      await expect(change('../x')).rejects.toMatchObject({ code: 'SDK_SESSION_ID_INVALID' });
      await expect(change(randomUUID())).rejects.toMatchObject({ code: 'SDK_SESSION_UNKNOWN' });
    }
  });

  it('is archived until its next prompt', async () => {
    const { cwd, store } = project();
    const place = write({ cwd, store }, [user('One?')]);
    const archived = async () => (await getSessionInfo(place.id, { dir: cwd }))?.archived;
    expect(await archived()).toBeUndefined();
    await archiveSession(place.id);
    expect(await archived()).toBe(true);
    await unarchiveSession(place.id, { dir: cwd });
    expect(await archived()).toBe(false);
    await archiveSession(place.id);
    const later = new Date(Date.now() + 60_000).toISOString();
    appendFileSync(
      place.file,
      `${JSON.stringify({ type: 'user', timestamp: later, message: { role: 'user', content: 'Again?' } })}\n`,
    );
    expect(await archived()).toBe(false);
  });

  it('is deleted with its agents and results', async () => {
    const { cwd, store } = project();
    const place = write({ cwd, store }, [user('One?')]);
    write({ cwd, store: store.under(place) }, [user('Sub?')], 'first');
    await deleteSession(place.id, { dir: cwd });
    expect([existsSync(place.file), existsSync(place.artifactDir)]).toEqual([false, false]);
  });
});

describe('forkSession (SESS-03)', () => {
  it('copies up to a message, with new uuids and a title; the original stays unchanged', async () => {
    const { cwd, store } = project();
    const place = write({ cwd, store }, [user('One?'), assistant('One.'), user('Two?'), assistant('Two.')]);
    const bytes = readFileSync(place.file);
    const before = await getSessionMessages(place.id);
    const { sessionId } = await forkSession(place.id, { dir: cwd, upToMessageId: before[1]?.uuid, title: ' Branch ' });
    const after = await getSessionMessages(sessionId);
    expect(after.map(({ message }) => message)).toEqual(before.slice(0, 2).map(({ message }) => message));
    expect(after.filter(({ uuid }) => before.some((one) => one.uuid === uuid))).toEqual([]);
    expect(await getSessionInfo(sessionId)).toMatchObject({ customTitle: 'Branch' });
    expect((await getSessionInfo((await forkSession(place.id)).sessionId))?.customTitle).toBe('One? (fork)');
    expect(readFileSync(place.file)).toEqual(bytes);
    expect(linesOf(store.place(sessionId))[0]).toMatchObject({
      forkedFrom: { sessionId: place.id, messageUuid: before[0]?.uuid },
    });
    await expect(forkSession(place.id, { upToMessageId: 'nobody' })).rejects.toMatchObject({ code: 'SDK_FORK_EMPTY' });
  });
});
