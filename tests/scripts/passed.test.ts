import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inFolder, loadScript } from './load-script.js';

const { hasPassed, keepPassed, stateOf } = await loadScript<{
  stateOf(root: string, options?: { readonly ignores?: readonly string[] }): string | undefined;
  hasPassed(root: string, step: string, state: string | undefined): boolean;
  keepPassed(
    root: string,
    step: string,
    states: { readonly before: string | undefined; readonly after: string | undefined },
  ): void;
}>('lib/passed.mjs');

const FILES = { 'a.ts': 'a', 'docs/page.md': 'page', '.gitignore': 'dist\nnode_modules\n', 'dist/a.js': 'built' };

const inRepository = (body: (dir: string) => void) =>
  inFolder(FILES, (dir) => {
    const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: dir });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'first');
    body(dir);
  });

it('a state changes with a file that is changed, added or removed, and comes back with the file', () =>
  inRepository((dir) => {
    const first = stateOf(dir);
    writeFileSync(join(dir, 'a.ts'), 'b');
    const changed = stateOf(dir);
    rmSync(join(dir, 'a.ts'));
    const removed = stateOf(dir);
    writeFileSync(join(dir, 'a.ts'), 'a');
    expect(stateOf(dir)).toBe(first);
    writeFileSync(join(dir, 'new.ts'), '');
    expect(new Set([first, changed, removed, stateOf(dir)]).size).toBe(4);
  }));

it('files that git ignores and folders that the step ignores are not part of a state', () =>
  inRepository((dir) => {
    const [all, code] = [stateOf(dir), stateOf(dir, { ignores: ['docs'] })];
    writeFileSync(join(dir, 'dist/a.js'), 'built again');
    expect(stateOf(dir)).toBe(all);
    writeFileSync(join(dir, 'docs/page.md'), 'another page');
    expect(stateOf(dir)).not.toBe(all);
    expect(stateOf(dir, { ignores: ['docs'] })).toBe(code);
    mkdirSync(join(dir, 'docs2'));
    writeFileSync(join(dir, 'docs2/page.md'), 'no part of docs');
    expect(stateOf(dir, { ignores: ['docs'] })).not.toBe(code);
  }));

it('a step has passed on the files with which it began and ended, and on no others', () =>
  inRepository((dir) => {
    const before = stateOf(dir);
    keepPassed(dir, 'tests', { before, after: 'files that changed while it ran' });
    expect(hasPassed(dir, 'tests', before)).toBe(false);
    keepPassed(dir, 'tests', { before, after: stateOf(dir) });
    expect([hasPassed(dir, 'tests', before), hasPassed(dir, 'engine', before), hasPassed(dir, 'tests', 'other')]).toEqual([
      true,
      false,
      false,
    ]);
  }));

it('no step has passed outside of a repository', () =>
  inFolder(FILES, (dir) => {
    const state = stateOf(dir);
    keepPassed(dir, 'tests', { before: state, after: state });
    expect([state, hasPassed(dir, 'tests', state)]).toEqual([undefined, false]);
  }));
