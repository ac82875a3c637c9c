import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realPath, unlessCode } from './paths.js';

describe('realPath', () => {
  let folder = '';
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-path-')));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('follows links through the deepest part that exists', () => {
    mkdirSync(join(folder, 'real'));
    symlinkSync('real', join(folder, 'link'));
    expect(realPath(join(folder, 'link/new/deep.txt'))).toBe(join(folder, 'real/new/deep.txt'));
  });

  it('follows a link that leads to nothing yet, because a write would', () => {
    symlinkSync('/nowhere/at/all.txt', join(folder, 'dangling'));
    expect(realPath(join(folder, 'dangling'))).toBe('/nowhere/at/all.txt');
    symlinkSync('dangling', join(folder, 'twice'));
    expect(realPath(join(folder, 'twice'))).toBe('/nowhere/at/all.txt');
  });

  it('follows a dangling folder in the middle', () => {
    symlinkSync('/nowhere', join(folder, 'gone'));
    expect(realPath(join(folder, 'gone/a.txt'))).toBe('/nowhere/a.txt');
  });

  it('throws for links in a circle', () => {
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    expect(() => realPath(join(folder, 'a'))).toThrow();
  });
});

it('a call that the system refuses by one of the codes is undefined, and any other failure is thrown', () => {
  const missing = () => realpathSync(join(tmpdir(), 'not', 'there'));
  expect([unlessCode(() => 3, 'ENOENT'), unlessCode(missing, 'ENOTDIR', 'ENOENT')]).toEqual([3, undefined]);
  expect(() => unlessCode(missing, 'EEXIST')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});
