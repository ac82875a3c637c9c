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
const { houseOf, housePage, houseProblems } = await loadScript<{
  houseOf(root: string): readonly Package[];
  housePage(page: string, figures: { house: readonly Package[]; entered: number }): string;
  houseProblems(house: readonly Package[], page: string): readonly string[];
}>('house.mjs');

const ROWS = '| Package | Does |\n| --- | --- |\n| `core` | the contract |\n| all | |\n';

/** The page after `node scripts/house.mjs`. */
const pageOf = (house: readonly Package[], page = ROWS) => housePage(page, { house, entered: 45 });

const files = {
  'packages/core/package.json': '{}',
  'packages/core/src/index.ts': "export { a, type B } from './one/a.js';\nexport type { C } from './two/c.js';\n",
  'packages/core/src/one/a.ts': "import type { C } from '../two/c.js';\nexport const a = 1;\nexport type B = C;\n",
  'packages/core/src/one/a.test.ts': 'not\ncounted\n',
  'packages/core/src/two/c.ts': 'export type C = 1;\n',
};

it('a row has its words, and counts what ships: lines, files, exported names, rooms and the arrows between them', () =>
  inFolder(files, (dir) => {
    const arrows = [['one', 'two']];
    expect(houseOf(dir)).toEqual([{ name: 'core', lines: 6, files: 3, exports: 3, rooms: 2, arrows, circles: [] }]);
    const page = pageOf(houseOf(dir));
    expect(page).toContain('| `core` | the contract | 100 | 3 | 3 | 2 | 1 | 0 |\n');
    expect(page).toContain('| all |  | 100 | 3 | 3 | 2 | 1 | 0 |\n');
    expect(pageOf(houseOf(dir), page)).toBe(page);
  }));

const sized = (name: string, lines: number) => ({ name, lines, files: 1, exports: 1, rooms: 1, arrows: [], circles: [] });

it('the last row of a table has the sum of this table, and the page says the sum of all', () => {
  const tables = `${ROWS}\n${ROWS.replace('core', 'mcp')}\n<!-- generated:house -->\n<!-- /generated:house -->\n`;
  const page = pageOf([sized('core', 1000), sized('mcp', 2000)], tables);
  expect(page.split('\n').filter((line) => line.startsWith('| all'))).toEqual([
    '| all |  | 1,000 | 1 | 1 | 1 | 0 | 0 |',
    '| all |  | 2,000 | 1 | 1 | 1 | 0 | 0 |',
  ]);
  expect(page).toContain('2 packages: 3,000 lines in 2 files. One plain call of `Read` enters 45 files.');
});

it('a package may outgrow its row by a tenth', () => {
  const page = pageOf([sized('core', 1000)]);
  expect(houseProblems([sized('core', 1100)], page)).toEqual([]);
  expect(houseProblems([sized('core', 1101)], page)).toEqual([
    'packages/core: 1101 lines; its row in ARCHITECTURE.md allows 1100.',
  ]);
  expect(houseProblems([sized('core', 1)], ROWS)).toEqual([
    'ARCHITECTURE.md: no table has figures of core. Write | `core` | its words | into the table of its circle first.',
  ]);
});

it('rooms that import each other are found, if only by types, whatever the table says', () =>
  inFolder({ ...files, 'packages/core/src/two/c.ts': "import { a } from '../one/a.js';\nexport type C = typeof a;\n" }, (dir) => {
    const house = houseOf(dir);
    expect(pageOf(house)).toContain('| `core` | the contract | 100 | 3 | 3 | 2 | 2 | 2 |');
    expect(houseProblems(house, pageOf(house))).toEqual([
      'packages/core: the rooms one, two import each other. Move what they share down.',
    ]);
  }));
