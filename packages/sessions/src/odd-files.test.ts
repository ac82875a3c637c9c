import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionHeader } from '../../test/src/session-stores/describe-session-store.js';
import { FileStore, latestSession, listSessions, replaySession } from './index.js';

const dir = mkdtempSync(join(tmpdir(), 'loadout-odd-sessions-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const at = (id: string) => join(dir, `${id}.jsonl`);

mkdirSync(at('folder'));
symlinkSync('/dev/zero', at('device'));
execFileSync('mkfifo', [at('pipe')]);
writeFileSync(at('huge'), '');
truncateSync(at('huge'), 3 * 1024 ** 3);

describe('what is called like a session', () => {
  it.each(['folder', 'device', 'pipe', 'absent'])('and is a %s is no session, and is not waited for', (id) => {
    const store = new FileStore({ dir });
    expect(listSessions({ dir }).map((one) => one.id)).not.toContain(id);
    for (const read of [() => replaySession(at(id)), () => store.read(store.place(id)), () => store.reopen(store.place(id))])
      expect(read).toThrow(expect.objectContaining({ code: 'SESSION_UNKNOWN' }));
  });

  it('and is larger than can be read is an error with the name of the file', () => {
    expect(() => replaySession(at('huge'))).toThrow(expect.objectContaining({ code: 'SESSION_STORE' }));
    expect(() => replaySession(at('huge'))).toThrow(/huge\.jsonl/);
    expect(latestSession(new FileStore({ dir }))?.id).toBe('huge');
  });
});

describe('a session that begins', () => {
  const places = new FileStore({ dir });
  const begin = (id: string) => {
    const place = places.place(id);
    places.begin(place, sessionHeader(place)).close();
    return places.read(place);
  };
  const line = (header: object) => `${JSON.stringify({ ...sessionHeader(places.place('other')), ...header })}\n`;
  beforeAll(() => {
    writeFileSync(at('later'), line({ version: 2 }));
    writeFileSync(at('other'), line({}));
    writeFileSync(at('empty'), '');
    symlinkSync(join(dir, 'nowhere'), at('lost'));
  });

  it.each(['later', 'other', 'empty', 'huge', 'folder', 'pipe', 'device', 'lost'])('leaves a %s of its name as it is', (id) => {
    const seen = () => JSON.stringify(lstatSync(at(id)), (key, value) => (/^(?:atime|ino)/.test(key) ? undefined : value));
    const before = seen();
    expect(() => begin(id)).toThrow(expect.objectContaining({ code: 'SESSION_TAKEN' }));
    expect([seen(), readdirSync(dir).filter((name) => /\.(?:new|lock)$/.test(name))]).toEqual([before, []]);
  });

  it.each<[string, (file: string) => unknown]>([
    ['the beginning of a killed process', (file) => writeFileSync(file, '{"t":"sess')],
    ['a pipe', (file) => execFileSync('mkfifo', [file])],
    ['a link to another file', (file) => symlinkSync(at('other'), file)],
  ])('is not kept from it by %s beside it', (name, prepare) => {
    const id = name.replaceAll(' ', '-');
    prepare(`${at(id)}.new`);
    const other = readFileSync(at('other'), 'utf8');
    expect(begin(id)).toEqual([expect.objectContaining({ t: 'session', id })]);
    expect(readFileSync(at('other'), 'utf8')).toBe(other);
  });
});
