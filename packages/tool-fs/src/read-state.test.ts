import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type FileView, keptReadState } from './read-state.js';

const VIEW: FileView = { mtimeMs: 1, size: 3, hash: 'abc', extent: 'full' };

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-seen-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'session', 'seen-files.jsonl');
}

it('knows in the next process what it knew in the last one, and not what it forgot', () => {
  const file = place();
  const first = keptReadState(file);
  first.record('/a', VIEW);
  first.record('/b', VIEW);
  first.forget('/b');
  const next = keptReadState(file);
  expect(next.all()).toEqual([['/a', VIEW]]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('writes nothing for a view that it has already', () => {
  const file = place();
  const state = keptReadState(file);
  state.record('/a', VIEW);
  const { size } = statSync(file);
  state.record('/a', { ...VIEW });
  expect(statSync(file).size).toBe(size);
  state.record('/a', { ...VIEW, hash: 'other', mtimeMs: 2 });
  expect(keptReadState(file).get('/a')?.hash).toBe('other');
});

it('a half line of a killed process costs that line alone', () => {
  const file = place();
  keptReadState(file).record('/a', VIEW);
  appendFileSync(file, '\n{"path":"/b","vi');
  keptReadState(file).record('/c', VIEW);
  expect(
    keptReadState(file)
      .all()
      .map(([path]) => path),
  ).toEqual(['/a', '/c']);
});

it('works without the file where it cannot be written', () => {
  const file = place();
  writeFileSync(join(file, '../..', 'session'), 'a file in the way');
  const state = keptReadState(file);
  state.record('/a', VIEW);
  expect(state.get('/a')).toEqual(VIEW);
});
