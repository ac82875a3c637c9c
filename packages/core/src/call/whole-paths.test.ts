import { describe, expect, it } from 'vitest';
import { withWholePaths } from './parse-input.js';

const seen = (path: unknown) => withWholePaths({ file_path: path, other: 'a/b' }, { paths: ['file_path'], cwd: '/repo/app' });

describe('paths in the input of hooks and questions (HOOK-05)', () => {
  it.each([
    ['a.txt', '/repo/app/a.txt'],
    ['./sub/../a.txt', '/repo/app/a.txt'],
    ['../../../etc/passwd', '/etc/passwd'],
    ['/etc/./x//y', '/etc/x/y'],
    ['.', '/repo/app'],
    ['..', '/repo'],
    ['~/a', '/repo/app/~/a'],
  ])('completes %s and nothing else', (path, whole) => {
    expect(seen(path)).toEqual({ file_path: whole, other: 'a/b' });
  });

  it.each([[''], [5], [undefined]])('leaves %j unchanged', (path) => {
    expect(seen(path)).toEqual({ file_path: path, other: 'a/b' });
  });

  it('returns the same input if it is no object or names no path', () => {
    const input = { text: 'a' };
    expect(withWholePaths(input, { paths: ['file_path'], cwd: '/' })).toBe(input);
    expect(withWholePaths('x', { paths: ['file_path'], cwd: '/' })).toBe('x');
    expect(withWholePaths(input, { cwd: '/' })).toBe(input);
    expect(withWholePaths(input, { paths: ['text'], cwd: 'C:\\repo' })).toBe(input);
  });
});
