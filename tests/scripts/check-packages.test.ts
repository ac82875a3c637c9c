import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inFolder, loadScript } from './load-script.js';

type Packed = { name: string; dir: string; json: { name: string } };
const { packageProblems } = await loadScript<{
  packageProblems(packages: readonly Packed[], options: { root: string }): Promise<string[]>;
}>('check-packages.mjs');

const json = (name: string, more: object) =>
  JSON.stringify({ name, version: '1.0.0', license: 'MIT', type: 'module', files: ['dist'], ...more });
const entry = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } };

it('a package is refused for a file that it promises and does not ship, and for types that are none', { timeout: 60_000 }, () =>
  inFolder(
    {
      'package.json': JSON.stringify({ private: true, workspaces: ['packages/*'] }),
      'packages/good/package.json': json('good', { exports: entry }),
      'packages/good/dist/index.js': 'export const a = 1;\n',
      'packages/good/dist/index.d.ts': 'export declare const a: number;\n',
      'packages/bad/package.json': json('bad', { exports: entry }),
      'packages/bad/dist/index.js': 'export const a = 1;\n',
    },
    async (dir) => {
      const packages = ['good', 'bad'].map((name) => {
        const folder = join(dir, 'packages', name);
        return { name, dir: folder, json: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) };
      });
      const problems = await packageProblems(packages, { root: dir });
      expect(problems.filter((problem) => problem.startsWith('packages/good'))).toEqual([]);
      expect(problems.join('\n')).toMatch(/packages\/bad: publint: .*index\.d\.ts/);
      expect(problems.join('\n')).toMatch(/packages\/bad: types: it declares types, but ships none/);
    },
  ),
);
