import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { whileHeld } from './private-file.js';

function record() {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-held-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'state', 'trust.json');
  return { file, lock: `${file}.lock`, folder };
}

it('a file is held while the work runs, and free after it, whether or not the work throws', () => {
  const { file, lock } = record();
  expect(whileHeld(file, () => existsSync(lock))).toBe(true);
  const fail = () => {
    throw new Error('no');
  };
  expect(() => whileHeld(file, fail)).toThrow('no');
  expect(existsSync(lock)).toBe(false);
});

it('a lock that a killed program left does not hold', () => {
  const { file, lock } = record();
  whileHeld(file, () => {});
  writeFileSync(lock, '');
  const old = Date.now() / 1000 - 60;
  utimesSync(lock, old, old);
  expect(whileHeld(file, () => 'done')).toBe('done');
});

it('a program that lost its lock while it stood still leaves that of the other program', () => {
  const { file, lock } = record();
  whileHeld(file, () => writeFileSync(lock, 'of another'));
  expect(readFileSync(lock, 'utf8')).toBe('of another');
});

it('a folder that cannot hold a lock is an error that names it, and the work does not run', () => {
  const { folder } = record();
  writeFileSync(join(folder, 'plain'), 'mine');
  let ran = false;
  expect(() => whileHeld(join(folder, 'plain', 'trust.json'), () => (ran = true))).toThrow(
    expect.objectContaining({ code: 'TRUST_STORE' }),
  );
  mkdirSync(join(folder, 'x.lock'));
  utimesSync(join(folder, 'x.lock'), 1, 1);
  expect(() => whileHeld(join(folder, 'x'), () => (ran = true))).toThrow(expect.objectContaining({ code: 'TRUST_STORE' }));
  expect([ran, readFileSync(join(folder, 'plain'), 'utf8')]).toEqual([false, 'mine']);
});

it('does not wait for a pipe in the place of the lock', () => {
  const { file, lock } = record();
  mkdirSync(join(file, '..'));
  execFileSync('mkfifo', [lock]);
  const problem = expect.objectContaining({ code: 'TRUST_STORE', message: expect.stringContaining('it is not a regular file') });
  expect(() => whileHeld(file, () => {})).toThrow(problem);
});
