/**
 * `node scripts/house.mjs`: writes the table of ARCHITECTURE.md with the size of each package. `--check` fails for a package that has
 * outgrown its row by a tenth, for one without a row, and for rooms that import each other. A smaller change needs no new table.
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
 * The table in Markdown. `entered` are the files of one plain Read. An arrow goes back up if it is part of a circle: without one, the
 * rooms have an order. Lines are rounded, so that few changes need a new table.
 */
export function houseTable(house, entered) {
  const rows = house.map((one) =>
    rowOf([`\`${one.name}\``, rounded(one.lines), one.files, one.exports, one.rooms, one.arrows.length, backUp(one)]),
  );
  const sum = (key) => house.reduce((all, one) => all + one[key], 0);
  const arrows = house.reduce((all, one) => all + one.arrows.length, 0);
  const up = house.reduce((all, one) => all + backUp(one), 0);
  return [
    '| Package | Lines | Files | Names exported | Rooms | Arrows between them | Back up |',
    '| --- | --: | --: | --: | --: | --: | --: |',
    ...rows,
    rowOf(['all', rounded(sum('lines')), sum('files'), '', sum('rooms'), arrows, up]),
    '',
    `One plain call of \`Read\` enters ${entered} files.`,
  ].join('\n');
}

const rowOf = (cells) => `| ${cells.map((cell) => cell.toLocaleString('en')).join(' | ')} |`;

const backUp = ({ arrows, circles }) =>
  arrows.filter((ends) => circles.some((rooms) => ends.every((room) => rooms.includes(room)))).length;

const rounded = (lines) => Math.ceil(lines / 100) * 100;

/** The packages that the table of the page does not allow, one line each. No table allows rooms that import each other. */
export function houseProblems(house, page) {
  return house.flatMap(({ name, lines, circles }) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`) && /\d \|$/.test(line));
    if (row === undefined) return [`ARCHITECTURE.md: the table of packages has no row for ${name}.`];
    const allowed = Math.round(Number(row.split('|')[2]?.replaceAll(',', '')) * ROOM);
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
      repair: 'node scripts/house.mjs writes the table anew. Say in the commit what the lines are for.',
    });
  } else writeFileSync(path, replaceBlock(page, { name: 'house', block: houseTable(house, (await walkPlainCall()).length) }));
}
