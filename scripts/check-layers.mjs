/** Compares the imports of the packages with layers.json, which says who may import whom, and finds circles of imports. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { knotsOf } from './lib/cycles.mjs';
import { importsOf, looseTimersOf, withoutComments } from './lib/syntax.mjs';
import { conclude, isMain, packagesOf, ROOT, readJson } from './lib/workspace.mjs';

const NOT_SHIPPED = /\.(test|test-kit|fixture|d)\.ts$|\/src\/testing\//;

/** The problems of the workspace at `root`, one line each: the place, the problem, the fix. */
export function layerProblems(root, layers) {
  const files = packagesOf(root).flatMap((pack) => sourcesOf(pack).map((file) => readSource(file, { root, pack })));
  const loose = packagesOf(root)
    .filter(({ name }) => layers.packages[name] === undefined && !matching(layers.packages, name))
    .map(({ name }) => `packages/${name}: layers.json does not say what it may import; add "${name}" to "packages".`);
  return [...loose, ...files.flatMap((file) => fileProblems(file, layers)), ...knotProblems(files)];
}

const sourcesOf = ({ dir }) =>
  existsSync(join(dir, 'src'))
    ? readdirSync(join(dir, 'src'), { recursive: true })
        .map((name) => join(dir, 'src', name))
        .filter((file) => file.endsWith('.ts') && !NOT_SHIPPED.test(file.split(sep).join('/')))
        .sort()
    : [];

function readSource(file, { root, pack }) {
  const source = readFileSync(file, 'utf8');
  const inside = relative(join(pack.dir, 'src'), file).split(sep);
  return {
    file,
    place: relative(root, file).split(sep).join('/'),
    pack: pack.name,
    room: inside.length > 1 ? inside[0] : inside[0].replace(/\.ts$/, ''),
    source,
    imports: importsOf(source),
  };
}

function fileProblems(file, layers) {
  return [
    ...file.imports.flatMap((one) => [
      ...packageProblems(file, { one, layers }),
      ...roomProblems(file, { one, layers }),
      ...kitProblems(file, one),
    ]),
    ...layers.bans.filter((ban) => inBan(ban, file)).flatMap((ban) => banProblems(file, ban)),
    ...(file.place === CLOCK ? [] : timerProblems(file)),
  ];
}

/** The one file that sets timers of any length. */
const CLOCK = 'packages/node/src/timer.ts';

/** A timer of more than 24.8 days ends at once, and AbortSignal.timeout throws for it and for a fraction of a millisecond. */
const timerProblems = ({ place, source }) =>
  looseTimersOf(source).map(
    ({ line, text }) =>
      `${place}:${line}: ${text} may be a configured time, and a timer of more than 24.8 days ends at once. Call after or timeLimit of @loadout/node, or write Math.min(${text}, LONGEST_TIMER_MS).`,
  );

function packageProblems({ place, pack }, { one, layers }) {
  const target = /^@loadout\/([^/]+)/.exec(one.specifier)?.[1];
  const allowed = layers.packages[pack] ?? matching(layers.packages, pack);
  if (target === undefined || target === pack || allowed === undefined || allowed.includes(target)) return [];
  if ((one.dynamic || one.typeOnly) && layers.lazily?.[pack]?.includes(target)) return [];
  const may = allowed.length === 0 ? 'nothing of the workspace' : `only ${allowed.join(', ')}`;
  return [`${place}:${one.line}: ${pack} imports ${one.specifier}, but may import ${may}. Move what both need down to core.`];
}

function roomProblems({ file, place, pack, room }, { one, layers }) {
  const rules = layers.rooms[pack];
  if (rules === undefined || !one.specifier.startsWith('.') || room === 'index') return [];
  const target = roomOf(resolve(dirname(file), one.specifier), pack);
  if (target === room) return [];
  const rule = Array.isArray(rules) ? roomsBefore(rules, room) : rules[room];
  if (rule === undefined)
    return [`${place}:${one.line}: layers.json does not say what ${pack}/${room} may import; add it to "rooms".`];
  const allowed = one.typeOnly ? [...rule.values, ...rule.types] : rule.values;
  if (allowed.includes(target)) return [];
  const kind = one.typeOnly ? 'types' : 'values';
  const advice =
    !one.typeOnly && rule.types.includes(target)
      ? `Only its types may be imported here: write "import type".`
      : 'Move what both need down, or turn the import around.';
  return [
    `${place}:${one.line}: ${pack}/${room} imports ${kind} of ${pack}/${target}, but may import ${kind} of ${allowed.join(', ') || 'no other room'}. ${advice}`,
  ];
}

/** A list of rooms is an order: each may import those before it, so that no circle is possible. */
const roomsBefore = (order, room) =>
  order.includes(room) ? { values: order.slice(0, order.indexOf(room)), types: [] } : undefined;

function kitProblems({ file, place }, one) {
  if (!one.specifier.startsWith('.')) return [];
  const target = resolve(dirname(file), one.specifier.replace(/\.js$/, '.ts'));
  if (!NOT_SHIPPED.test(target.split(sep).join('/'))) return [];
  return [
    `${place}:${one.line}: imports ${one.specifier}, which is for tests and does not ship. Move what both need into a file that does.`,
  ];
}

const roomOf = (target, pack) => {
  const parts = target.split(sep).join('/').split(`/packages/${pack}/src/`).at(-1).split('/');
  return parts.length > 1 ? parts[0] : parts[0].replace(/\.[jt]s$/, '');
};

const wild = (pattern) =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );
const matching = (table, name) =>
  Object.entries(table).find(([pattern]) => pattern.includes('*') && wild(pattern).test(name))?.[1];
const inBan = (ban, file) =>
  ban.in.some((pattern) => wild(pattern).test(file.pack)) &&
  !(ban.except ?? []).some((pattern) => wild(pattern).test(file.place));

function banProblems({ place, source, imports }, ban) {
  const imported = imports
    .filter((one) => !one.typeOnly && (ban.imports ?? []).some((pattern) => wild(pattern).test(one.specifier)))
    .map((one) => [one.line, one.specifier]);
  const texts = (ban.text ?? []).map((text) => [text, new RegExp(`(?<![\\w.$'"])${text.replace(/[.(]/g, '\\$&')}`)]);
  // A comment can only hide a text, so few files are parsed for theirs.
  const lines = texts.some(([, form]) => form.test(source)) ? withoutComments(source).split('\n') : [];
  const written = texts.flatMap(([text, form]) => lines.flatMap((line, index) => (form.test(line) ? [[index + 1, text]] : [])));
  return [...imported, ...written].map(([line, what]) => `${place}:${line}: ${what} is banned here: ${ban.why} ${ban.instead}`);
}

/** Files that import each other, if only for types, are one file in several parts. What is loaded lazily does not count. */
function knotProblems(files) {
  const places = new Map(files.map(({ file, place }) => [file, place]));
  const graph = files.map(({ file, place, imports }) => [
    place,
    imports
      .filter((one) => (one.typeOnly || !one.dynamic) && one.specifier.startsWith('.'))
      .map((one) => places.get(resolve(dirname(file), one.specifier.replace(/\.js$/, '.ts'))))
      .filter((target) => target !== undefined),
  ]);
  return knotsOf(new Map(graph)).map(
    (knot) =>
      `${knot[0]}: ${knot.length} files import each other, types counted: ${knot.join(', ')}. Move what they share into a file of its own.`,
  );
}

if (isMain(import.meta.url)) {
  conclude(layerProblems(ROOT, readJson(join(ROOT, 'layers.json'))), {
    good: 'Every import keeps to layers.json, and there is no circle.',
    repair: 'The rules are data, in layers.json; a change to them needs a decision note.',
  });
}
