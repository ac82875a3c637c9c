import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inFolder, loadScript } from './load-script.js';

interface Package {
  readonly name: string;
  readonly dir: string;
}

const { keepOnly, writeDist } = await loadScript<{
  keepOnly(dir: string, paths: ReadonlyMap<string, string>): void;
  writeDist(dir: string, files: ReadonlyMap<string, string>): void;
}>('build/dist.mjs');
const { isBuilt, keepBuilt, sourcesOf } = await loadScript<{
  isBuilt(root: string, sources: string | undefined, packages: readonly Package[]): boolean;
  keepBuilt(root: string, states: { before: string | undefined; after: string | undefined }, packages: readonly Package[]): void;
  sourcesOf(root: string): string | undefined;
}>('build/built.mjs');

const { allOf } = await loadScript<{ allOf<T>(work: readonly Promise<T>[]): Promise<readonly T[]> }>('build/all-of.mjs');

const SOURCES = { 'packages/one/src/index.ts': 'export {};\n', 'packages/one/dist/index.js': 'export {};\n' };

/** A repository with a package that is built. */
const built = (body: (root: string, packages: readonly Package[]) => void) =>
  inFolder(SOURCES, (root) => {
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    writeFileSync(join(root, '.gitignore'), 'dist/\nnode_modules/\n');
    const packages = [{ name: 'one', dir: join(root, 'packages/one') }];
    keepBuilt(root, { before: sourcesOf(root), after: sourcesOf(root) }, packages);
    body(root, packages);
  });

describe('a build', () => {
  it('is not done again on the same sources, whatever changes in tests and pages', () =>
    built((root, packages) => {
      writeFileSync(join(root, 'packages/one/src/index.test.ts'), '');
      writeFileSync(join(root, 'README.md'), '');
      expect(isBuilt(root, sourcesOf(root), packages)).toBe(true);
    }));

  it.each(['packages/one/src/index.ts', 'packages/one/package.json', 'configs/library.js', 'package-lock.json'])(
    'is done again after a change of %s',
    (path) =>
      built((root, packages) => {
        mkdirSync(join(root, 'configs'));
        writeFileSync(join(root, path), '// changed\n');
        expect(isBuilt(root, sourcesOf(root), packages)).toBe(false);
      }),
  );

  it('is done again after somebody has changed or removed a built file', () =>
    built((root, packages) => {
      writeFileSync(join(root, 'packages/one/dist/more.js'), '');
      expect(isBuilt(root, sourcesOf(root), packages)).toBe(false);
    }));

  it('counts for nothing if its sources changed meanwhile, and outside of a repository', () =>
    inFolder(SOURCES, (root) => {
      const packages = [{ name: 'one', dir: join(root, 'packages/one') }];
      keepBuilt(root, { before: 'a', after: 'b' }, packages);
      expect(isBuilt(root, 'a', packages)).toBe(false);
      expect(sourcesOf(root)).toBeUndefined();
      keepBuilt(root, { before: undefined, after: undefined }, packages);
      expect(isBuilt(root, undefined, packages)).toBe(false);
    }));

  it('writes the files that changed, and removes those of an earlier build', () =>
    inFolder({ 'dist/same.js': 'same', 'dist/old/gone.js': 'gone', 'dist/other.js': 'before' }, (dir) => {
      const { ino, mtimeMs } = statSync(join(dir, 'dist/same.js'));
      const files = new Map([
        ['same.js', 'same'],
        ['other.js', 'after'],
        ['new/file.d.ts', 'new'],
      ]);
      writeDist(dir, files);
      keepOnly(dir, files);
      expect(statSync(join(dir, 'dist/same.js'))).toMatchObject({ ino, mtimeMs });
      expect(readFileSync(join(dir, 'dist/other.js'), 'utf8')).toBe('after');
      expect(readFileSync(join(dir, 'dist/new/file.d.ts'), 'utf8')).toBe('new');
      expect(existsSync(join(dir, 'dist/old/gone.js'))).toBe(false);
    }));

  it('waits for the rest of its work when a part fails, and names all that failed', async () => {
    let isDone = false;
    const rest = pause(20).then(() => {
      isDone = true;
    });
    const failed = (reason: string) => Promise.reject(new Error(reason));
    await expect(allOf<unknown>([failed('one'), rest, failed('two')])).rejects.toThrow('one\ntwo');
    expect([isDone, await allOf([Promise.resolve(1), Promise.resolve(2)])]).toEqual([true, [1, 2]]);
  });

  it('replaces a file as a whole, so a process that reads it meanwhile has the one or the other', () =>
    inFolder({ 'dist/other.js': 'before' }, (dir) => {
      const reader = openSync(join(dir, 'dist/other.js'), 'r');
      try {
        writeDist(dir, new Map([['other.js', 'after']]));
        expect(readFileSync(reader, 'utf8')).toBe('before');
      } finally {
        closeSync(reader);
      }
      expect(readFileSync(join(dir, 'dist/other.js'), 'utf8')).toBe('after');
      expect(readdirSync(join(dir, 'dist'))).toEqual(['other.js']);
    }));

  it('removes a link to nothing from an earlier build, and leaves what a link leads to', () =>
    inFolder({ 'kept/file.js': 'kept', 'dist/same.js': 'same' }, (dir) => {
      symlinkSync('nowhere', join(dir, 'dist/broken.js'));
      symlinkSync('../kept', join(dir, 'dist/folder'));
      keepOnly(dir, new Map([['same.js', 'same']]));
      expect(readdirSync(join(dir, 'dist'))).toEqual(['same.js']);
      expect(existsSync(join(dir, 'kept/file.js'))).toBe(true);
    }));
});
