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

it('goes on a minute after a process was killed in its midst', () => {
  writeFileSync(lock, 'ended');
  writeFileSync(`${lock}.left`, '');
  removeLeft(lock, () => true);
  expect(existsSync(lock)).toBe(true);
  const before = Date.now() / 1000 - 61;
  utimesSync(`${lock}.left`, before, before);
  removeLeft(lock, () => true);
  removeLeft(lock, () => true);
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
