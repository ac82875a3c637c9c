import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeLeft } from './remove-left.js';

let base = '';
let lock = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'loadout-left-'));
  lock = join(base, 'lock');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

it('removes a file by its content, and leaves no other file', () => {
  writeFileSync(lock, 'ended');
  removeLeft(lock, (content) => content === 'running');
  expect(existsSync(lock)).toBe(true);
  removeLeft(lock, (content) => content === 'ended');
  expect(readdirSync(base)).toEqual([]);
});

it('lets nobody else judge the file meanwhile', () => {
  writeFileSync(lock, 'ended');
  removeLeft(lock, () => {
    removeLeft(lock, () => true);
    return !existsSync(lock);
  });
  expect(existsSync(lock)).toBe(true);
});

it('judges no file that appears after it has looked', () => {
  removeLeft(lock, () => {
    throw new Error('There was nothing to judge.');
  });
  expect(readdirSync(base)).toEqual([]);
});

const MINUTE_AGO = Date.now() / 1000 - 61;

/** Leaves a guard, as a process that was killed at that moment does. */
function leaveGuard(path: string, { isOld = false } = {}): void {
  writeFileSync(path, '');
  if (isOld) utimesSync(path, MINUTE_AGO, MINUTE_AGO);
}

it('goes on a minute after a process was killed in its midst', () => {
  writeFileSync(lock, 'ended');
  leaveGuard(`${lock}.left`);
  removeLeft(lock, () => true);
  expect(existsSync(lock)).toBe(true);
  leaveGuard(`${lock}.left`, { isOld: true });
  removeLeft(lock, () => true);
  removeLeft(lock, () => true);
  expect(readdirSync(base)).toEqual([]);
});

it('removes a left guard under a guard of its own, so that no other process loses a new one', () => {
  writeFileSync(lock, 'ended');
  leaveGuard(`${lock}.left`, { isOld: true });
  leaveGuard(`${lock}.left.left`);
  removeLeft(lock, () => true);
  expect(readdirSync(base)).toEqual(['lock', 'lock.left', 'lock.left.left']);
  leaveGuard(`${lock}.left.left`, { isOld: true });
  for (let call = 0; call < 3; call++) removeLeft(lock, () => true);
  expect(readdirSync(base)).toEqual([]);
});

it('accepts that the holder removes the file meanwhile', () => {
  writeFileSync(lock, 'ended');
  removeLeft(lock, () => {
    rmSync(lock);
    return true;
  });
  expect(readdirSync(base)).toEqual([]);
});

it('gives the guard back if the judgement fails', () => {
  writeFileSync(lock, 'ended');
  const fails = () => {
    throw new Error('Unreadable.');
  };
  expect(() => removeLeft(lock, fails)).toThrow('Unreadable.');
  expect(readdirSync(base)).toEqual(['lock']);
});
