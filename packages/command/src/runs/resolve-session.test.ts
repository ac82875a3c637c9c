import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nameSession, replaySession } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { model, runAgent, tempFolder } from '../../../runner/src/run/scripted.test-kit.js';
import { resolveSession } from './resolve-session.js';

const ID = 'aaaa1111-0000-4000-8000-000000000000';

async function twoFolders() {
  const sessionsDir = join(tempFolder(), 'sessions');
  const here = await runAgent({ sessionsDir, model: model([{ text: 'here' }]), run: { id: ID } });
  const more = await runAgent({
    sessionsDir,
    workspace: here.workspace,
    model: model([{ text: 'x' }]),
    run: { id: 'aaaa2222', name: 'the parser' },
  });
  const there = await runAgent({ sessionsDir, model: model([{ text: 'there' }]), run: { id: 'aaaa3333', name: 'there' } });
  const folder = { dir: dirname(here.run.transcript) };
  return { find: (given: string) => resolveSession(given, folder)?.id, folder, there, more };
}

describe('a session is found', () => {
  it('by its id, by the unique beginning of its id, and by its name, in its folder or from another (GAP-B8)', async () => {
    const { find } = await twoFolders();
    for (const given of [ID, ID.slice(0, 8), 'aaaa1']) expect(find(given)).toBe(ID);
    expect([find('the parser'), find('aaaa2')]).toEqual(['aaaa2222', 'aaaa2222']);
    expect([find('aaaa3333'), find('aaaa3'), find('there')]).toEqual(['aaaa3333', 'aaaa3333', 'aaaa3333']);
    for (const given of ['', 'b', 'parser', 'AAAA1', '../x', '*', ID.slice(1)]) expect(find(given)).toBeUndefined();
  });

  it('of this folder first, and not at all if several fit (GAP-B8)', async () => {
    const { find, more, there } = await twoFolders();
    expect(() => find('aaaa')).toThrow(
      expect.objectContaining({ code: 'SESSION_AMBIGUOUS', message: expect.stringContaining('names 2 sessions') }),
    );
    nameSession({ id: more.run.sessionId, file: more.run.transcript, artifactDir: '' }, 'there');
    expect(find('there')).toBe('aaaa2222');
    expect(replaySession(there.run.transcript).name).toBe('there');
  });

  it('by its newest name alone, and a name has one line (GAP-B8)', async () => {
    const { find, more } = await twoFolders();
    const place = { id: more.run.sessionId, file: more.run.transcript, artifactDir: '' };
    nameSession(place, ' größer "{"t":"name" ');
    expect([find('größer "{"t":"name"'), find('the parser')]).toEqual(['aaaa2222', undefined]);
    for (const name of ['', ' ', 'a\nb', 'latest', 'x'.repeat(101)])
      expect(() => nameSession(place, name)).toThrow(expect.objectContaining({ code: 'SESSION_NAME_INVALID' }));
  });
});

it('a folder beside it that holds something else, or cannot be read, is no reason to fail (GAP-B8)', async () => {
  const { find, folder } = await twoFolders();
  for (const name of ['notes-00000000', 'notes']) {
    mkdirSync(join(folder.dir, '..', name));
    writeFileSync(join(folder.dir, '..', name, 'my own file.jsonl'), 'x');
  }
  expect([find('aaaa3'), find('my')]).toEqual(['aaaa3333', undefined]);
  expect(resolveSession('aaaa3', { dir: join(folder.dir, '..', 'mirror') })).toBeUndefined();
});
