import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .sort();
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
const importsOf = (name: string) =>
  [...textOf(name).matchAll(/from '(\.[^']+)\.js'/g)].map(([, path = '']) => join(dirname(name), `${path}.ts`));

/** Returns every file that a reader opens who starts with these files and follows every import. */
function closureOf(...names: readonly string[]): readonly string[] {
  const read = new Set(names);
  for (const name of read) for (const next of importsOf(name)) read.add(next);
  return [...read].sort();
}

const linesOf = (names: readonly string[]) => names.reduce((sum, name) => sum + textOf(name).split('\n').length - 1, 0);

describe('the contract', () => {
  it('imports nothing outside of its folder', () => {
    const outside = all.flatMap((name) => importsOf(name).filter((path) => path.startsWith('..')));
    expect(outside).toEqual([]);
    expect(all.flatMap((name) => textOf(name).match(/from '[^.][^']*'/g) ?? [])).toEqual([]);
  });

  it('has at most 450 lines in the files that an author opens first', () => {
    const first = ['tool.ts', 'tool-result.ts', 'schema.ts', 'plugin.ts', 'permission.ts', 'errors.ts', 'hook/hook.ts'];
    expect(linesOf(first)).toBeLessThanOrEqual(450);
  });

  it.each([
    ['a tool', 320, ['tool.ts', 'errors.ts']],
    ['a hook', 650, ['hook/hook.ts']],
    ['a model provider', 280, ['model/provider.ts']],
    ['a plugin with all its possible parts', 1_240, ['plugin.ts', 'errors.ts']],
  ])('lets the author of %s read at most %i lines, all imports included', (_, budget, names) => {
    expect(linesOf(closureOf(...names))).toBeLessThanOrEqual(budget);
  });

  it('has at most 2,200 lines in all that are written by hand', () => {
    expect(linesOf(all.filter((name) => !textOf(name).startsWith('// Written by')))).toBeLessThanOrEqual(2_200);
  });

  it('is offered by the root entry as at most 100 names', () => {
    const lists = [...textOf('../index.ts').matchAll(/^export (?:type )?\{([^}]*)\}/gm)];
    const names = lists.flatMap(([, list = '']) => list.split(',').filter((name) => name.trim() !== ''));
    expect(names.length).toBeGreaterThan(50);
    expect(names.length).toBeLessThanOrEqual(100);
  });

  it('contains types, and one table of data: the hook events', () => {
    const values = all.flatMap((name) =>
      (textOf(name).match(/^export (?:class|function|const|let|enum) \w+/gm) ?? []).map(
        (found) => `${relative('.', name)}: ${found}`,
      ),
    );
    expect(values).toEqual(['hook/events.ts: export const HOOK_EVENTS']);
  });
});
