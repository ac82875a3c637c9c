import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWhole, replaceWhole } from './whole-file.js';

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'loadout-whole-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

it('replaces a file, leaves no other file, and only the owner may read it', () => {
  const file = join(base, 'made/a');
  replaceWhole(file, 'one');
  replaceWhole(file, 'two');
  expect(readFileSync(file, 'utf8')).toBe('two');
  expect(readdirSync(join(base, 'made'))).toEqual(['a']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('creates a file once, and keeps the first content', () => {
  const file = join(base, 'a');
  expect([createWhole(file, 'one'), createWhole(file, 'two')]).toEqual([true, false]);
  expect(readFileSync(file, 'utf8')).toBe('one');
  expect(readdirSync(base)).toEqual(['a']);
});

it('throws the system’s error, and leaves nothing, if the path is a folder', () => {
  expect(() => replaceWhole(base, 'one')).toThrow(expect.objectContaining({ syscall: 'rename' }));
  expect(readdirSync(base)).toEqual([]);
});
