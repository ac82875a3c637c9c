import { closeSync, mkdtempSync, openSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ownMemory, placeOfOpenFile } from './proc.js';
import { hasProc } from './system.js';

it.each([
  ['linux', 'moved'],
  ['darwin', 'file'],
  ['win32', 'file'],
])('the place of an open file that moved and that another one replaced, on %s: %s', (system, expected) => {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'open-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'file');
  writeFileSync(path, '');
  const descriptor = openSync(path, 'r');
  onTestFinished(() => closeSync(descriptor));
  renameSync(path, join(folder, 'moved'));
  writeFileSync(path, '');
  const asked = hasProc() ? system : 'darwin';
  expect(placeOfOpenFile({ descriptor, path }, asked)).toBe(join(folder, hasProc() ? expected : 'file'));
});

it.each([
  ['linux', hasProc() ? 'number' : 'undefined'],
  ['darwin', 'undefined'],
  ['win32', 'undefined'],
])('the memory of a process on %s is a %s', (system, kind) => {
  expect(typeof ownMemory(process.pid, system)).toBe(kind);
  expect(ownMemory(2 ** 30, system)).toBeUndefined();
});
