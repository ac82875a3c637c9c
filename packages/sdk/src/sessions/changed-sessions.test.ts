import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forkSession } from './fork-session.js';
import {
  assistant,
  call,
  ended,
  goOn,
  linesOf,
  outline,
  project,
  replay,
  useOwnConfig,
  user,
  write,
  writeLines,
} from './sessions.test-kit.js';

useOwnConfig();

const text = (words: string) => ({ type: 'text', text: words });

describe('a session of ours that somebody else changed', () => {
  const talk = () => {
    const { cwd, store } = project();
    const said = randomUUID();
    const place = write({ cwd, store }, [
      user('One?'),
      { t: 'permissions', updates: [{ type: 'setMode', mode: 'plan', destination: 'session' }] },
      assistant([text('I look.'), call('a')], said),
      ended('a'),
      { t: 'results', ids: ['a'], uuid: randomUUID() },
      assistant('Done.'),
    ]);
    return { cwd, store, place, said };
  };
  const whole = ['user: One?', 'assistant: I look., call a', 'user: result a', 'assistant: Done.'];

  it('and continued is read with the added lines, and keeps its permissions (SESS-04)', () => {
    const { store, place } = talk();
    const last = linesOf(place).findLast(({ type }) => type === 'assistant');
    const more = {
      ...last,
      loadout: undefined,
      sum: undefined,
      version: '2.1.330',
      type: 'user',
      uuid: 'new',
      parentUuid: last?.uuid,
      message: { role: 'user', content: 'And?' },
    };
    appendFileSync(place.file, `${JSON.stringify(more)}\n`);
    const { header, messages, grants } = replay(store, place);
    expect(outline(messages)).toEqual([...whole, 'user: And?']);
    expect(header).toMatchObject({ agent: 'helper', environment: 'Where it was.', artifactDir: place.artifactDir });
    expect(grants).toHaveLength(1);
  });

  it('by a fork with uuids of its own goes on as the first one would, our own lines dropped or copied (SESS-03, SESS-04)', () => {
    const { cwd, store, place } = talk();
    const names = new Map<unknown, string>();
    const renamed = linesOf(place).map((line) => {
      const isLinked = line.type !== 'loadout';
      if (isLinked) names.set(line.uuid, randomUUID());
      return isLinked ? { ...line, uuid: names.get(line.uuid), parentUuid: names.get(line.parentUuid) ?? null } : line;
    });
    for (const lines of [renamed, renamed.filter(({ type }) => type !== 'loadout')]) {
      const fork = store.place(randomUUID());
      writeLines(
        fork,
        lines.map((line) => ({ ...line, sessionId: fork.id })),
      );
      const { header, messages } = replay(store, fork);
      expect(outline(messages)).toEqual(whole);
      expect(header).toEqual({ ...replay(store, place).header, id: fork.id, forkedFrom: place.id, cwd });
      goOn(store, fork, [user('And?')]);
      expect(outline(replay(store, fork).messages)).toEqual([...whole, 'user: And?']);
    }
  });

  it('by our own fork of a part of it does not make the call again that it ends in (SESS-03)', async () => {
    const { cwd, store, place } = talk();
    const bytes = readFileSync(place.file);
    const calls = linesOf(place).filter(({ type }) => type === 'assistant')[1];
    const { sessionId } = await forkSession(place.id, { dir: cwd, upToMessageId: String(calls?.uuid) });
    const fork = replay(store, store.place(sessionId));
    expect(outline(fork.messages)).toEqual(whole.slice(0, 2));
    expect(fork.pending).toMatchObject([{ state: 'interrupted' }]);
    expect(readFileSync(place.file)).toEqual(bytes);
  });

  it('to another machine finds its results beside its file', () => {
    const { place } = talk();
    const other = project('elsewhere');
    const copy = other.store.place(place.id);
    writeLines(copy, linesOf(place));
    expect(replay(other.store, copy).header.artifactDir).toBe(copy.artifactDir);
  });

  it('so that no line of JSON is left is refused, not ignored', () => {
    const { store, place } = talk();
    writeFileSync(place.file, '\n\n');
    expect(() => store.read(place)).toThrow(expect.objectContaining({ code: 'SESSION_DAMAGED' }));
    writeFileSync(place.file, '[1]\n');
    expect(() => store.read(place)).toThrow(expect.objectContaining({ code: 'SESSION_DAMAGED' }));
  });
});
