import { describe, expect, it } from 'vitest';
import { inPathOrder } from './path-order.js';

const pathsOf = (paths: readonly string[]) => inPathOrder(paths.map((path) => ({ path }))).map(({ path }) => path);

describe('the order of paths', () => {
  it('is name by name, so that a folder comes before a name that only begins as its name does', () => {
    expect(pathsOf(['a.txt', 'b', 'a/z', 'a-b', 'a/b/c', 'a/b.c', 'a\u0001'])).toEqual([
      'a/b/c',
      'a/b.c',
      'a/z',
      'a\u0001',
      'a-b',
      'a.txt',
      'b',
    ]);
  });

  it('is the order of the names in UTF-16, as strings compare', () => {
    const names = ['z', 'Z', 'é', '10', '9', 'ﬀ', '😀'];
    expect(pathsOf(names)).toEqual([...names].sort());
  });

  it('keeps the items of one file as they came, also if others came between them', () => {
    const items = [...'bab'].map((path, place) => ({ path, place }));
    expect(inPathOrder(items).map(({ path, place }) => path + place)).toEqual(['a1', 'b0', 'b2']);
  });

  it('begins with the same items if only some are wanted', () => {
    const paths = ['c', 'a/2', 'b/x', 'a/1', 'a', 'b/w'];
    for (let count = 0; count <= paths.length + 1; count++) {
      const first = inPathOrder(
        paths.map((path) => ({ path })),
        count,
      ).map(({ path }) => path);
      expect(first).toEqual(['a', 'a/1', 'a/2', 'b/w', 'b/x', 'c'].slice(0, count));
    }
  });

  it('shows a name that was a file and then a folder as both', () => {
    expect(pathsOf(['a/b', 'a', 'a/c'])).toEqual(['a', 'a/b', 'a/c']);
  });
});
