import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { FileStore } from './file-store.js';
import { Records } from './records.js';

const built = fileURLToPath(new URL('../../dist/index.js', import.meta.url));

/** Adds its number to a note again and again, and says so once it is written. A text is whole if it ends with its own length. */
const PROGRAM = `
import { FileStore } from ${JSON.stringify(built)};
const [options, name, times] = [JSON.parse(process.argv[2]), process.argv[3], Number(process.argv[4])];
const store = new FileStore(options);
const record = { origin: 'agent', at: 1 };
for (let index = 0; index < times; ) {
  const before = (await store.read('shared.md'))?.text;
  const lines = (before ?? '').split('\\n').slice(0, -1);
  const next = [...lines, name + index].join('\\n');
  const text = next + '\\n' + next.length;
  if (await store.write('shared.md', { text, record }, { before })) {
    process.stdout.write(name + index + '\\n');
    index++;
  }
}
`;

function place() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'two-processes-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  mkdirSync(join(base, 'work'));
  writeFileSync(join(base, 'program.mjs'), PROGRAM);
  const options = { base: join(base, 'work'), folder: 'notes', stateDir: join(base, 'state'), maxNoteBytes: 1e6, maxBytes: 1e7 };
  const program = (name: string, times: number) => [join(base, 'program.mjs'), JSON.stringify(options), name, String(times)];
  const start = (name: string, times: number) => {
    const child = spawn(process.execPath, program(name, times), {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(...text.split('\n').filter(Boolean)));
    return { child, said, ended: once(child, 'close') };
  };
  const finish = (name: string, times: number) => spawnSync(process.execPath, program(name, times));
  return { base, store: new FileStore(options), start, finish };
}

async function linesOf(store: FileStore): Promise<readonly string[]> {
  const note = await store.read('shared.md');
  if (note === undefined) return [];
  const at = note.text.lastIndexOf('\n');
  expect(note.text.slice(at + 1)).toBe(String(at));
  // A text without its record would wait for a person, as if another program had written it.
  expect(note.record).toEqual({ origin: 'agent', at: 1 });
  return note.text.slice(0, at).split('\n');
}

it('two processes that change one note lose nothing of each other', async () => {
  const { store, start } = place();
  const both = [start('a', 60), start('b', 60)];
  await Promise.all(both.map(({ ended }) => ended));
  const lines = await linesOf(store);
  expect([...lines].sort()).toEqual(both.flatMap(({ said }) => said).sort());
  expect(lines.length).toBe(120);
});

it('a note that another process writes while it is read has the record of its text', async () => {
  const { store, finish } = place();
  finish('a', 1);
  const { of } = Records.prototype;
  const between = vi.spyOn(Records.prototype, 'of').mockImplementationOnce(function (this: Records, ...asked) {
    // The record knows its text and the one before, which is no longer the text that the reader has.
    finish('b', 2);
    return of.apply(this, asked);
  });
  onTestFinished(() => between.mockRestore());
  expect(await linesOf(store)).toEqual(['a0', 'b0', 'b1']);
});

it('a process that is killed at any moment leaves a whole note, no lock that stands, and what it said is there', async () => {
  const { base, store, start } = place();
  const said: string[] = [];
  for (let round = 0; round < 40; round++) {
    const [first, second] = [start(`a${round}-`, 1000), start(`b${round}-`, 1000)];
    await Promise.all([first, second].map((one) => once(one.child.stdout ?? one.child, 'data')));
    await kill(first.child);
    await first.ended;
    expect(await linesOf(store)).toEqual(expect.arrayContaining(first.said));
    await once(second.child.stdout ?? second.child, 'data');
    await kill(second.child);
    await second.ended;
    said.push(...first.said, ...second.said);
  }
  expect(await linesOf(store)).toEqual(expect.arrayContaining(said));
  expect(await store.write('other.md', { text: 'x', record: { origin: 'agent', at: 1 } }, { before: undefined })).toBe(true);
  expect(readdirSync(join(base, 'work/notes'))).toEqual(['other.md', 'shared.md']);
  const [state = ''] = readdirSync(join(base, 'state/stores'));
  expect(readdirSync(join(base, 'state/stores', state, 'locks')).filter((name) => name.startsWith('writer'))).toEqual([]);
});

/** At a moment of the process itself: a process that writes all the time is in any part of its work. */
async function kill(child: ChildProcess): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  child.kill('SIGKILL');
}
