/**
 * `node scripts/house.mjs`: writes the size of each package into its row of ARCHITECTURE.md. `--check` fails for a package that has
 * outgrown its row by a tenth, for one without a row, and for rooms that import each other. A smaller change needs no new figures.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { knotsOf } from './lib/cycles.mjs';
import { replaceBlock } from './lib/generated.mjs';
import { importsOf } from './lib/syntax.mjs';
import { conclude, isMain, packagesOf, ROOT } from './lib/workspace.mjs';
import { walkPlainCall } from './walk.mjs';

const NOT_SHIPPED = /\.(test|test-kit|fixture|d)\.tsx?$|\/testing\//;
const ROOM = 1.1;

/**
 * `{ name, lines, files, exports, rooms, arrows, circles }` of each package. `arrows`: the pairs of rooms of which one imports the other,
 * types counted. `circles`: the rooms that import each other.
 */
export function houseOf(root) {
  return packagesOf(root).map(({ name, dir }) => {
    const src = join(dir, 'src');
    const files = existsSync(src) ? sourcesIn(src) : [];
    const lines = files.reduce((sum, { source }) => sum + source.split('\n').length - 1, 0);
    const graph = roomsOf(files, src);
    const arrows = [...graph].flatMap(([room, targets]) => [...new Set(targets)].map((target) => [room, target]));
    return {
      ...{ name, lines, files: files.length, exports: exportsOf(join(src, 'index.ts')) },
      ...{ rooms: graph.size, arrows, circles: knotsOf(graph) },
    };
  });
}

const sourcesIn = (src) =>
  readdirSync(src, { recursive: true })
    .map((name) => join(src, name))
    .filter((file) => /\.tsx?$/.test(file) && !NOT_SHIPPED.test(file.slice(src.length).split(sep).join('/')))
    .map((file) => ({ file, source: readFileSync(file, 'utf8') }));

/** The number of names that an index exports by hand. */
function exportsOf(index) {
  if (!existsSync(index)) return 0;
  const lists = [...readFileSync(index, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm)];
  return lists.flatMap(([, names]) => names.split(',').filter((name) => name.trim() !== '')).length;
}

function roomsOf(files, src) {
  const roomOf = (file) =>
    relative(src, file)
      .split(sep)[0]
      .replace(/\.[jt]sx?$/, '');
  const graph = new Map();
  for (const { file, source } of files) {
    const room = roomOf(file);
    if (room === 'index') continue;
    const targets = importsOf(source)
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => roomOf(resolve(dirname(file), specifier)))
      .filter((target) => target !== room);
    graph.set(room, [...(graph.get(room) ?? []), ...targets]);
  }
  return graph;
}

/**
 * The page with the figures of each package in its row, and of each table in its last row. The words of a row stay. `entered` are the
 * files of one plain Read. Lines are rounded, so that few changes need new figures.
 */
export function housePage(page, { house, entered }) {
  let table = [];
  const rows = page.split('\n').map((line) => {
    if (!line.startsWith('|')) table = [];
    const [, name, words] = ROW.exec(line) ?? [];
    if (name === 'all') return rowOf('all', '', table);
    const one = house.find((each) => `\`${each.name}\`` === name);
    if (one === undefined) return line;
    table.push(one);
    return rowOf(name, words, [one]);
  });
  const all = `${house.length} packages: ${inThousands(rounded(sum(house, 'lines')))} lines in ${inThousands(sum(house, 'files'))} files`;
  return replaceBlock(rows.join('\n'), { name: 'house', block: `${all}. One plain call of \`Read\` enters ${entered} files.` });
}

/** The name of a package, or `all`, and the words beside it. */
const ROW = /^\| (`[\w-]+`|all) \| ?([^|]*?) \|/;

const rowOf = (name, words, packages) => {
  const figures = [rounded(sum(packages, 'lines')), ...['files', 'exports', 'rooms'].map((key) => sum(packages, key))];
  const arrows = packages.map((one) => ({ arrows: one.arrows.length, up: backUp(one) }));
  return `| ${[name, words, ...[...figures, sum(arrows, 'arrows'), sum(arrows, 'up')].map(inThousands)].join(' | ')} |`;
};

const sum = (things, key) => things.reduce((all, one) => all + one[key], 0);

const inThousands = (figure) => figure.toLocaleString('en');

/** An arrow goes back up if it is part of a circle: without one, the rooms have an order. */
const backUp = ({ arrows, circles }) =>
  arrows.filter((ends) => circles.some((rooms) => ends.every((room) => rooms.includes(room)))).length;

const rounded = (lines) => Math.ceil(lines / 100) * 100;

/** The packages that the tables of the page do not allow, one line each. No table allows rooms that import each other. */
export function houseProblems(house, page) {
  return house.flatMap(({ name, lines, circles }) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`) && /\d \|$/.test(line));
    if (row === undefined) {
      return [
        `ARCHITECTURE.md: no table has figures of ${name}. Write | \`${name}\` | its words | into the table of its circle first.`,
      ];
    }
    const allowed = Math.round(Number(row.split('|')[3]?.replaceAll(',', '')) * ROOM);
    return [
      ...(lines > allowed ? [`packages/${name}: ${lines} lines; its row in ARCHITECTURE.md allows ${allowed}.`] : []),
      ...circles.map((rooms) => `packages/${name}: the rooms ${rooms.join(', ')} import each other. Move what they share down.`),
    ];
  });
}

if (isMain(import.meta.url)) {
  const path = join(ROOT, 'ARCHITECTURE.md');
  const page = readFileSync(path, 'utf8');
  const house = houseOf(ROOT);
  if (process.argv.includes('--check')) {
    conclude(houseProblems(house, page), {
      good: 'Each package is as large as ARCHITECTURE.md says, and no rooms import each other.',
      repair: 'node scripts/house.mjs writes the figures anew. Say in the commit what the lines are for.',
    });
  } else writeFileSync(path, housePage(page, { house, entered: (await walkPlainCall()).length }));
}
