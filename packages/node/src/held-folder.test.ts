import {
  constants,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assertSamePlace, type HeldFolder, holdFolder, type Moved } from './held-folder.js';

let base = '';
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-held-')));
  for (const folder of ['inside', 'outside']) {
    mkdirSync(join(base, folder));
    writeFileSync(join(base, folder, 'a.txt'), folder);
  }
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Replaces `inside` by a link to the other folder. */
function swap(): void {
  renameSync(join(base, 'inside'), join(base, 'moved'));
  symlinkSync('outside', join(base, 'inside'));
}

class PathMoved extends Error {}
const moved = PathMoved;
const options = { moved: ({ path, problem }: Moved) => new PathMoved(`${path}: ${problem}`) };

describe.each([
  { way: 'through a descriptor', byName: false },
  { way: 'by name, as without /proc', byName: true },
])('a folder held $way', ({ byName }) => {
  const held: HeldFolder[] = [];
  const hold = (path: string) => {
    const folder = holdFolder(join(base, path), { ...options, byName });
    held.push(folder);
    return folder;
  };
  afterEach(() => {
    for (const folder of held.splice(0)) folder.close();
  });
  const flags = constants.O_RDONLY;

  it('opens its entries', () => {
    expect(readFileSync(hold('inside').open('a.txt', { flags }), 'utf8')).toBe('inside');
  });

  it('refuses a folder behind a link', () => {
    swap();
    expect(() => hold('inside')).toThrow(moved);
    symlinkSync('.', join(base, 'here'));
    expect(() => hold('here/outside')).toThrow(moved);
  });

  it('follows no link in place of an entry', () => {
    symlinkSync('../outside/a.txt', join(base, 'inside/link'));
    symlinkSync('../outside', join(base, 'inside/folder'));
    const folder = hold('inside');
    expect(() => folder.open('link', { flags })).toThrow(moved);
    expect(() => folder.enter('folder')).toThrow(moved);
  });

  it('opens nothing in a folder that replaced it, and reports the move', () => {
    const folder = hold('inside');
    swap();
    expect(() => folder.assertInPlace()).toThrow(moved);
    const opened = (() => {
      try {
        return readFileSync(folder.open('a.txt', { flags }), 'utf8');
      } catch (error) {
        return error;
      }
    })();
    expect(opened).toEqual(byName ? expect.any(PathMoved) : 'inside');
  });

  it('holds a folder inside it', () => {
    mkdirSync(join(base, 'inside/deep'));
    const deep = hold('inside').enter('deep');
    held.push(deep);
    expect(deep.path).toBe(join(base, 'inside/deep'));
    writeFileSync(deep.at('b'), 'x');
    expect(readFileSync(join(base, 'inside/deep/b'), 'utf8')).toBe('x');
  });
});

describe('assertSamePlace', () => {
  it('accepts the thing that the path leads to', () => {
    expect(() => assertSamePlace(join(base, 'inside/a.txt'), statSync(join(base, 'inside/a.txt')), options)).not.toThrow();
  });

  it('refuses another thing, a link on the way, and a missing thing', () => {
    const opened = statSync(join(base, 'inside/a.txt'));
    writeFileSync(join(base, 'inside/b.txt'), 'inside');
    renameSync(join(base, 'inside/b.txt'), join(base, 'inside/a.txt'));
    expect(() => assertSamePlace(join(base, 'inside/a.txt'), opened, options)).toThrow(moved);
    swap();
    expect(() => assertSamePlace(join(base, 'inside/a.txt'), fstatSync(0), options)).toThrow(moved);
    expect(() => assertSamePlace(join(base, 'nothing'), opened, options)).toThrow(moved);
  });
});
