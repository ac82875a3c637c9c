import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdParent } from './parent-folder.js';

let base = '';
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-parent-')));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const hold = (path: string, createParents = true) => holdParent(join(base, path), { createParents }).close();

describe('the folder of a new file', () => {
  it('is made with all that is missing above it (CON-13)', () => {
    hold('a/b/c/file');
    expect(existsSync(join(base, 'a/b/c'))).toBe(true);
    hold('a/b/c/file');
  });

  it('is not made where folders are not to be made (CON-13)', () => {
    expect(() => hold('a/file', false)).toThrow(expect.objectContaining({ code: 'FILE_PARENT_MISSING' }));
    expect(readdirSync(base)).toEqual([]);
  });

  it('is made in no folder that a link leads to', () => {
    mkdirSync(join(base, 'outside'));
    symlinkSync('outside', join(base, 'link'));
    expect(() => hold('link/file')).toThrow(expect.objectContaining({ code: 'FILE_PATH_MOVED' }));
    expect(() => hold('link/new/deep/file')).toThrow(expect.objectContaining({ code: 'FILE_PATH_MOVED' }));
    symlinkSync('outside/nothing', join(base, 'dangling'));
    expect(() => hold('dangling/file')).toThrow(expect.objectContaining({ code: 'FILE_PATH_MOVED' }));
    expect(readdirSync(join(base, 'outside'))).toEqual([]);
  });

  it('cannot be made in a file', () => {
    writeFileSync(join(base, 'file'), '');
    expect(() => hold('file/new')).toThrow(expect.objectContaining({ code: 'FILE_ACCESS_FAILED' }));
  });
});
