import { describe, expect, it } from 'vitest';
import { withHome, withWholePaths } from './parse-input.js';

const seen = (path: unknown) => withWholePaths({ file_path: path, other: 'a/b' }, { paths: ['file_path'], cwd: '/repo/app' });

describe('paths in the input of hooks and questions (HOOK-05)', () => {
  it.each([
    ['a.txt', '/repo/app/a.txt'],
    ['./sub/../a.txt', '/repo/app/a.txt'],
    ['../../../etc/passwd', '/etc/passwd'],
    ['/etc/./x//y', '/etc/x/y'],
    ['.', '/repo/app'],
    ['..', '/repo'],
    ['./~/a', '/repo/app/~/a'],
  ])('completes %s and nothing else', (path, whole) => {
    expect(seen(path)).toEqual({ file_path: whole, other: 'a/b' });
  });

  it.each([[''], [5], [undefined]])('leaves %j unchanged', (path) => {
    expect(seen(path)).toEqual({ file_path: path, other: 'a/b' });
  });

  it('returns the same input if it is not an object or names no path', () => {
    const input = { text: 'a' };
    expect(withWholePaths(input, { paths: ['file_path'], cwd: '/' })).toBe(input);
    expect(withWholePaths('x', { paths: ['file_path'], cwd: '/' })).toBe('x');
    expect(withWholePaths(input, { cwd: '/' })).toBe(input);
    expect(withWholePaths(input, { paths: ['text'], cwd: 'C:\\repo' })).toBe(input);
  });
});

describe('the home folder in the parameters of a tool that are paths (GAP-B1)', () => {
  const read = (path: unknown, home = '/home/me') =>
    withHome(
      { file_path: path, other: '~/x' },
      { tool: { name: 'Any', paths: ['file_path'] }, context: { env: { HOME: home } } },
    );

  it.each([
    ['~', '/home/me'],
    ['~/a', '/home/me/a'],
    ['~//../a', '/home/me//../a'],
    ['./~', './~'],
    ['a/~/b', 'a/~/b'],
    ['~$lock.docx', '~$lock.docx'],
    [' ~/a', ' ~/a'],
    ['', ''],
    [5, 5],
  ])('%j is %j, for a tool of any plugin', (path, whole) => {
    expect(read(path)).toEqual({ file_path: whole, other: '~/x' });
  });

  it.each(['~root', '~root/x', '~+', '~-/x', '~+2', '~1/x'])('%s is refused: it is not a folder of that name', (path) => {
    expect(() => read(path)).toThrow(`Write the whole path, or ./${path} for a file of that name.`);
  });

  it.each([{ HOME: '' }, {}])('`~` is refused if the environment is %j', (env) => {
    const place = { tool: { name: 'Any', paths: ['file_path'] }, context: { env } };
    expect(() => withHome({ file_path: '~/a' }, place)).toThrow('~/a is in the home folder, and HOME is not set.');
    expect(withHome({ file_path: './~' }, place)).toEqual({ file_path: './~' });
  });
});
