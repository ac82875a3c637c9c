import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { describeSessionStore, sessionHeader } from '../../test/src/session-stores/describe-session-store.js';
import type { FileStore } from './file-store.js';
import type { SessionRecord } from './records.js';
import { replayRecords } from './replay.js';

interface FileStoreCases {
  readonly open: (dir: string) => FileStore;
  /** A module whose `open(dir)` makes the same store in another process. */
  readonly module: (dir: string) => string;
}

const said = (index: number): SessionRecord => ({
  t: 'message',
  message: { role: 'user', content: [{ type: 'text', text: `${index} ${'x'.repeat(3000)}` }] },
  uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
});

/** Tests the guarantees of a store whose sessions are files, in any line format. */
export function describeFileStore(name: string, { open, module }: FileStoreCases): void {
  const folders: string[] = [];
  const folder = () => {
    const dir = mkdtempSync(join(tmpdir(), 'loadout-store-'));
    folders.push(dir);
    return dir;
  };
  afterAll(() => {
    for (const dir of folders) rmSync(dir, { recursive: true, force: true });
  });

  describeSessionStore(name, { describe, it, open: () => open(folder()) });

  const written = (dir: string) => {
    const store = open(dir);
    const place = store.place('kept');
    const journal = store.begin(place, sessionHeader(place));
    for (const index of [1, 2, 3]) journal.append(said(index));
    journal.close();
    return { store, place };
  };
  const texts = (records: readonly SessionRecord[]) =>
    replayRecords(records)
      .messages.flatMap(({ content }) => content)
      .map((block) => String(block.type === 'text' ? block.text : '').split(' ')[0]);

  describe(`session files ${name} (SESS-01, SESS-05)`, () => {
    it('are read by another store over the same folder, and are for their owner only', () => {
      const dir = folder();
      const { place } = written(dir);
      expect(texts(open(dir).read(place))).toEqual(['1', '2', '3']);
      expect(statSync(place.file).mode & 0o777).toBe(0o600);
    });

    it('keep all appended records when their process is killed, and can be opened again', async () => {
      const dir = folder();
      const child = spawn(process.execPath, ['--input-type=module', '-e', `${module(dir)}\n${APPEND_FOR_EVER}`], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const acknowledged = await killAfter(child, 40);
      const store = open(dir);
      const { records, journal } = store.reopen(store.place('killed'));
      const kept = texts(records);
      expect(kept.slice(0, acknowledged)).toEqual(Array.from({ length: acknowledged }, (_, index) => String(index)));
      journal.append(said(9999));
      journal.close();
      expect(texts(store.read(store.place('killed')))).toEqual([...kept, '9999']);
    });

    it('ignore a cut-off last line', () => {
      const { store, place } = written(folder());
      const whole = readFileSync(place.file);
      appendFileSync(place.file, '{"type":"user","t":"mess');
      expect(texts(store.read(place))).toEqual(['1', '2', '3']);
      const { journal } = store.reopen(place);
      expect(readFileSync(place.file)).toEqual(whole);
      journal.append(said(4));
      journal.close();
      expect(texts(store.read(place))).toEqual(['1', '2', '3', '4']);
    });

    it('are refused with the line, and left unchanged, if they are damaged in their middle', () => {
      const { store, place } = written(folder());
      const [first, , ...rest] = readFileSync(place.file, 'utf8').split('\n');
      const damaged = [first, 'no json', ...rest].join('\n');
      writeFileSync(place.file, damaged);
      const refusal = expect.objectContaining({ code: 'SESSION_DAMAGED', message: expect.stringContaining('line 2') });
      expect(() => store.read(place)).toThrow(refusal);
      expect(() => store.reopen(place)).toThrow(refusal);
      expect(readFileSync(place.file, 'utf8')).toBe(damaged);
      expect(() => store.reopen(place)).toThrow(refusal);
    });
  });
}

const APPEND_FOR_EVER = `
const store = open();
const place = store.place('killed');
const journal = store.begin(place, ${JSON.stringify({ ...sessionHeader({ id: 'killed', file: '', artifactDir: '' }) })});
for (let index = 0; ; index++) {
  const uuid = '00000000-0000-4000-8000-' + String(index).padStart(12, '0');
  journal.append({ t: 'message', message: { role: 'user', content: [{ type: 'text', text: index + ' ' + 'x'.repeat(3000) }] }, uuid });
  if (!process.stdout.write(index + '\\n')) await new Promise((resolve) => process.stdout.once('drain', resolve));
}`;

/** Kills the process after some records. Returns how many records it reported as appended. */
async function killAfter(child: ChildProcess, count: number): Promise<number> {
  let acknowledged = 0;
  if (child.stdout === null) throw new Error('The child has no output.');
  for await (const _ of createInterface({ input: child.stdout })) if (++acknowledged === count) break;
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
  return acknowledged;
}
