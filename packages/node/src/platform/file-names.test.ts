import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nameProblem, renameFile, renameWait } from './file-names.js';

const ODD: readonly (readonly [path: string, problem: string])[] = [
  ['C:\\repo\\NUL', 'is a device of Windows'],
  ['C:\\repo\\nul.txt', 'is a device of Windows'],
  ['C:\\repo\\aux .c', 'is a device of Windows'],
  ['C:/repo/COM1/a', 'is a device of Windows'],
  ['lpt\u00b9.log', 'is a device of Windows'],
  ['CONIN$', 'is a device of Windows'],
  ['C:\\repo\\.env::$DATA', 'names a stream'],
  ['C:\\repo\\a.txt:b', 'names a stream'],
  ['C:\\repo\\.env.', 'drops the dot or space'],
  ['C:\\repo\\a \\b', 'drops the dot or space'],
  ['C:\\repo\\...', 'drops the dot or space'],
  ['\\\\?\\C:\\repo\\a', 'leads past the names'],
  ['//./PhysicalDrive0', 'leads past the names'],
  ['C:secret', 'relative to the working folder of a drive'],
];
const PLAIN = [
  'C:\\repo\\a.txt',
  'c:/repo/.env',
  '..\\a',
  '.\\a',
  '\\\\host\\share\\a',
  'C:\\console\\com10\\null.txt',
  'auxiliary.c',
  'C:\\',
];

describe('a path on win32', () => {
  it.each(ODD)('%s is no ordinary file', (path, problem) => expect(nameProblem(path, 'win32')).toContain(problem));
  it.each(PLAIN)('%s is an ordinary file', (path) => expect(nameProblem(path, 'win32')).toBeUndefined());
});

it.each(['linux', 'darwin'])('every path is an ordinary file on %s', (system) =>
  expect([...ODD.map(([path]) => path), ...PLAIN].filter((path) => nameProblem(path, system) !== undefined)).toEqual([]),
);

it.each([
  ['linux', [undefined, undefined, undefined, undefined]],
  ['darwin', [undefined, undefined, undefined, undefined]],
  ['win32', [10, 10, 10, undefined]],
] as const)('on %s a rename waits for a file that is held, and for nothing else', (system, waits) =>
  expect(['EBUSY', 'EPERM', 'EACCES', 'ENOENT'].map((code) => renameWait(code, { tried: 0, system }))).toEqual(waits),
);

it('a rename gives up after five waits', () => expect(renameWait('EBUSY', { tried: 5, system: 'win32' })).toBeUndefined());

it('a rename replaces a file, and tells the failure of the system', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rename-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  writeFileSync(from, 'new');
  writeFileSync(to, 'old');
  renameFile(from, to);
  expect(readFileSync(to, 'utf8')).toBe('new');
  expect(() => renameFile(from, to)).toThrow('ENOENT');
});
