import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadout, loadoutProcess, startLoadout } from '../lib/loadout.js';
import { scripted } from './scripted.js';

const FILES = 24;
const old = (n: number) => `${n} as it was\n`.repeat(20_000);
const now = (n: number) => `${n} as it is\n`.repeat(20);

/** A folder in whose only session the agent wrote over these files. */
async function worked(count: number) {
  const names = Array.from({ length: count }, (_, n) => `in/${n}.txt`);
  const calls = names.map((file_path, n) => ({ Write: { file_path, content: now(n) } }));
  const reads = names.map((file_path) => ({ Read: { file_path, limit: 1 } }));
  const cwd = scripted({
    turns: [{ tools: reads }, { tools: calls }, { text: 'Done.' }],
    config: { sessions: { dir: 'sessions', checkpoints: true }, permissions: { mode: 'acceptEdits' } },
  });
  mkdirSync(join(cwd, 'in'));
  for (const [n, name] of names.entries()) writeFileSync(join(cwd, name), old(n));
  expect((await loadout(['run', 'Write them.'], { cwd })).code).toBe(0);
  const texts = () => names.map((name) => readFileSync(join(cwd, name), 'utf8'));
  expect(texts()).toEqual(names.map((_, n) => now(n)));
  return { cwd, texts, entries: () => readdirSync(join(cwd, 'in')), names };
}

it('a rewind that is killed at any moment leaves whole files, and the next one finishes it', async () => {
  const { cwd, texts, entries, names } = await worked(FILES);
  const restored = () => names.filter((name, n) => statSync(join(cwd, name)).size === old(n).length).length;
  const left: number[] = [];
  for (const least of [1, 6, 12]) {
    const started = await startLoadout(['rewind', 'latest', '1', '--yes'], { cwd });
    await expect.poll(() => restored() >= least || !started.running(), { interval: 1, timeout: 60_000 }).toBe(true);
    started.kill('SIGKILL');
    await started.finished;
    for (const [n, text] of texts().entries()) expect([old(n), now(n)]).toContain(text);
    left.push(FILES - restored());
  }
  expect(left.at(-1)).toBeGreaterThan(0);
  const last = await loadout(['rewind', 'latest', '1', '--yes'], { cwd });
  expect([last.code, last.stderr]).toEqual([0, '']);
  expect(texts()).toEqual(names.map((_, n) => old(n)));
  expect(entries()).toHaveLength(FILES);
});

it('a rewind without room on the disk leaves the files as they are, and no part of a file', async () => {
  const { cwd, texts, entries } = await worked(2);
  const before = texts();
  const { code, stderr } = await loadoutProcess(['rewind', 'latest', '1', '--yes'], { cwd, limits: '-f 64' });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/error REWIND_PARTLY: 2 of 2 files could not be restored .*EFBIG/)]);
  expect([texts(), entries().length]).toEqual([before, 2]);
  expect((await loadout(['rewind', 'latest', '1', '--yes'], { cwd })).code).toBe(0);
  expect(texts()).toEqual([old(0), old(1)]);
});
