import { expect, it } from 'vitest';
import { inFolder, loadScript } from './load-script.js';

interface Package {
  readonly name: string;
  readonly lines: number;
  readonly files: number;
  readonly exports: number;
  readonly rooms: number;
  readonly arrows: readonly (readonly [string, string])[];
  readonly circles: readonly (readonly string[])[];
}
const { houseOf, houseTable, houseProblems } = await loadScript<{
  houseOf(root: string): readonly Package[];
  houseTable(house: readonly Package[], entered: number): string;
  houseProblems(house: readonly Package[], page: string): readonly string[];
}>('house.mjs');

const files = {
  'packages/core/package.json': '{}',
  'packages/core/src/index.ts': "export { a, type B } from './one/a.js';\nexport type { C } from './two/c.js';\n",
  'packages/core/src/one/a.ts': "import type { C } from '../two/c.js';\nexport const a = 1;\nexport type B = C;\n",
  'packages/core/src/one/a.test.ts': 'not\ncounted\n',
  'packages/core/src/two/c.ts': 'export type C = 1;\n',
};

it('the table counts what ships: lines, files, exported names, rooms and the arrows between them', () =>
  inFolder(files, (dir) => {
    const arrows = [['one', 'two']];
    expect(houseOf(dir)).toEqual([{ name: 'core', lines: 6, files: 3, exports: 3, rooms: 2, arrows, circles: [] }]);
    expect(houseTable(houseOf(dir), 45)).toContain('| `core` | 100 | 3 | 3 | 2 | 1 | 0 |');
  }));

it('a package may outgrow its row by a tenth', () => {
  const house = (lines: number) => [{ name: 'core', lines, files: 1, exports: 1, rooms: 1, arrows: [], circles: [] }];
  const page = houseTable(house(1000), 45);
  expect(houseProblems(house(1100), page)).toEqual([]);
  expect(houseProblems(house(1101), page)).toEqual(['packages/core: 1101 lines; its row in ARCHITECTURE.md allows 1100.']);
  expect(houseProblems(house(1), '')).toEqual(['ARCHITECTURE.md: the table of packages has no row for core.']);
});

it('rooms that import each other are found, if only by types, whatever the table says', () =>
  inFolder({ ...files, 'packages/core/src/two/c.ts': "import { a } from '../one/a.js';\nexport type C = typeof a;\n" }, (dir) => {
    const house = houseOf(dir);
    expect(houseTable(house, 45)).toContain('| `core` | 100 | 3 | 3 | 2 | 2 | 2 |');
    expect(houseProblems(house, houseTable(house, 45))).toEqual([
      'packages/core: the rooms one, two import each other. Move what they share down.',
    ]);
  }));
