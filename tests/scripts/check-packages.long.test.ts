import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { inFolder, loadScript } from './load-script.js';

type Packed = { name: string; dir: string; json: { name: string } };
const { packageProblems, pageProblems, privateImports } = await loadScript<{
  pageProblems(one: Packed): string[];
  packageProblems(packages: readonly Packed[], options: { root: string }): Promise<string[]>;
  privateImports(packages: readonly Packed[], privates: readonly string[]): string[];
}>('check-packages.mjs');

const json = (name: string, more: object) =>
  JSON.stringify({ name, version: '1.0.0', license: 'MIT', type: 'module', files: ['dist'], ...more });
const entry = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } };

it('a package is refused for a file that it promises and does not ship, and for types that are none, also after it passed', () =>
  inFolder(
    {
      'package.json': JSON.stringify({ private: true, workspaces: ['packages/good', 'packages/bad'] }),
      'packages/good/package.json': json('good', { exports: entry }),
      'packages/good/dist/index.js': 'export const a = 1;\n',
      'packages/good/dist/index.d.ts': 'export declare const a: number;\n',
      'packages/bad/package.json': json('bad', { exports: entry }),
      'packages/bad/dist/index.js': 'export const a = 1;\n',
    },
    async (dir) => {
      const packages = ['packages/good', 'packages/bad'].map((place) => {
        const folder = join(dir, place);
        return { name: basename(place), dir: folder, json: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) };
      });
      const problems = await packageProblems(packages, { root: dir });
      expect(problems.filter((problem) => problem.startsWith('packages/good'))).toEqual([]);
      expect(problems.join('\n')).toMatch(/packages\/bad: publint: .*index\.d\.ts/);
      expect(problems.join('\n')).toMatch(/packages\/bad: types: it declares types, but ships none/);
      expect(JSON.parse(readFileSync(join(dir, '.turbo/packages.json'), 'utf8'))).toHaveLength(1);
      rmSync(join(dir, 'packages/good/dist/index.d.ts'));
      const later = await packageProblems(packages, { root: dir });
      expect(later.join('\n').replaceAll('good', 'bad')).toBe([...problems, ...problems].join('\n'));
    },
  ));

it('a package is refused for code, or for a public type, that imports a private package', () =>
  inFolder(
    {
      'packages/a/dist/index.js': "export { b } from './chunk.js';\n",
      'packages/a/dist/chunk.js': "import { held } from 'private';\nexport const b = held;\n",
      'packages/a/dist/index.d.ts': "export { B } from './b.js';\n",
      'packages/a/dist/b.d.ts': "import type { Held } from 'private';\nexport type B = Held;\n",
      'packages/a/dist/inside.d.ts': "import type { Held } from 'private';\n",
    },
    async (dir) => {
      const packages = [{ name: 'a', dir: join(dir, 'packages/a'), json: { name: 'a', exports: entry } }];
      const advice = 'which nobody can install. Bundle its code, and keep its types out of the public ones.';
      expect(privateImports(packages, ['private'])).toEqual([
        `packages/a: dist/chunk.js imports private, ${advice}`,
        `packages/a: dist/b.d.ts imports private, ${advice}`,
      ]);
      expect(privateImports(packages, ['another'])).toEqual([]);
    },
  ));

it('a package is refused for an npm page without an install line, a homepage or the notices of what it bundles (U12)', () =>
  inFolder({ 'good/README.md': 'x\n\nnpm install good\n', 'bad/README.md': 'x\n', 'bad/THIRD-PARTY.md': 'x\n' }, async (dir) => {
    const page = { homepage: 'h', bugs: 'b', repository: 'r', license: 'MIT', description: 'd', files: ['dist'] };
    const one = (name: string, more: object) => ({ name, dir: join(dir, name), json: { name, ...more } });
    expect(pageProblems(one('good', page))).toEqual([]);
    expect(pageProblems(one('bad', { ...page, homepage: undefined }))).toEqual([
      'packages/bad/package.json: has no "homepage", which the npm page shows',
      'packages/bad/README.md: has no line "npm install bad"',
      'packages/bad/package.json: "files" leaves out THIRD-PARTY.md',
    ]);
  }));
