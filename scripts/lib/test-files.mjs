/** The tests of `tests/`, and what each is made from: one that passed runs again when that has changed (0177). */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { importsOf, withoutComments } from './syntax.mjs';
import { packagesOf, ROOT } from './workspace.mjs';

/** The suites of the long tests, by the beginnings of their paths below `tests/`. All others are in the suite `commands`. */
const SUITES = {
  projects: ['create/', 'scripts/', 'third-party-plugin.'],
  wire: ['wire/'],
  doors: ['doors/'],
  wires: ['wires/'],
  'all-packages': ['all-packages/', 'sources/'],
};
export const SUITES_OF_FILES = [...Object.keys(SUITES), 'commands'];

/** The suite of a test, `paths` for what is a part of `npm test`, and `undefined` for what Vitest does not run here. */
export function suiteOf(file) {
  if (!/^tests\/(?!viewer\/|site\/).+\.test\.ts$/.test(file)) return undefined;
  if (!file.endsWith('.long.test.ts')) return 'paths';
  const begins = (start) => file.startsWith(`tests/${start}`);
  return Object.keys(SUITES).find((name) => SUITES[name].some(begins)) ?? 'commands';
}

/** Files that every test depends on. */
const OF_ALL = [
  /^configs\/|^tests\/lib\/([\w-]+\.setup|end-of-file)\.ts$/,
  /^packages\/[^/]+\/package\.json$/,
  /^(package|package-lock|tsconfig)\.json$|^\.npmrc$|^vitest(\.long)?\.config\.ts$/,
];

/** Words of a test that reads the repository as a whole. So does one with a script that names `packages`. */
const READS_ALL =
  /ls-files|globSync|packagesOf|publishAll|['"`/]packages['"`]|\bpackages\/(?![a-z])|readdirSync\(.*@loadout|'@loadout'\)/;

/** Words that make a package load, beside the commands and the tools of its manifest. */
const WORDS = {
  a2a: ['a2a'],
  'ag-ui': ['ag-ui', 'agui'],
  chat: ['chat'],
  'engine-restate': ['--engine'],
  'model-ai-sdk': ['ai-sdk'],
  'model-openai': ['openai'],
  otel: ['otel', 'telemetry'],
  sdk: ['--input-format', 'projects'],
  serve: ['notify'],
  viewer: ['--view'],
};

/** Packages that another loads, where they are installed, without any word in the test. */
const UNNAMED = { cli: ['checkpoints', 'claude-files', 'mcp', 'test'], runner: ['budgets'] };

/** `{ file, suite, hash }` of each test of `tests/` as the files of the repository are now. */
export function testFiles(root = ROOT) {
  const repository = readRepository(root);
  const node = process.env.LOADOUT_TASK_NODE ?? process.version;
  const ofAll = repository.hashOf(repository.files.filter((file) => OF_ALL.some((one) => one.test(file))));
  return repository.files.flatMap((file) => {
    const suite = suiteOf(file);
    if (suite === undefined) return [];
    return [{ file, suite, hash: digest([node, ofAll, file, repository.hashOf(usesOf(file, repository).files)]) }];
  });
}

/** The files of the repository, and its packages as users get them. */
export function readRepository(root = ROOT) {
  const files = filesOf(root);
  const hash = memo((file) => digest([readFileSync(`${root}/${file}`)]));
  const textOf = memo((file) => readFileSync(`${root}/${file}`, 'utf8'));
  const codeOf = memo((file) => withoutComments(textOf(file)));
  return {
    files,
    there: new Set(files),
    textOf,
    codeOf,
    importsOf: memo((file) => importsOf(codeOf(file))),
    hashOf: (some) => digest(some.flatMap((file) => [file, hash(file)])),
    areas: groupedBy(areaOf, files),
    packages: new Map(packagesOf(root).map(({ name, json }) => [name, packageOf(name, json, files)])),
  };
}

function packageOf(name, { dependencies, peerDependencies, devDependencies, loadout = {} }, files) {
  const own = (names) => Object.keys(names ?? {}).flatMap((one) => /^@loadout\/(.+)/.exec(one)?.[1] ?? []);
  const namesOf = (rows = []) => rows.map((row) => (typeof row === 'string' ? row : row.name));
  return {
    words: [...(WORDS[name] ?? []), ...namesOf(loadout.tools)],
    commands: namesOf(loadout.commands).map((command) => command.split(' ', 1)[0]),
    // These are bundled into a package, and are no dependency of those who install it.
    uses: [...own(dependencies), ...own(peerDependencies), ...own(devDependencies).filter((one) => BUNDLED.includes(one))],
    shipped: files.filter((file) => file.startsWith(`packages/${name}/`) && !/\.(test|test-kit|fixture)\.ts$|\.md$/.test(file)),
    pages: files.filter((file) => file.startsWith(`packages/${name}/`) && file.endsWith('.md')),
  };
}
const BUNDLED = ['node', 'command'];

/** The files that a test depends on, and the packages among them. */
export function usesOf(test, repository) {
  const { files, areas, packages, textOf } = repository;
  const code = codeWith(test, repository);
  const words = new Set(code.text.match(/[\w-]+(\.\w+)*/g));
  const walks = (file) => words.has(posix.basename(file)) && /\bpackages\b/.test(textOf(file));
  if (READS_ALL.test(code.text) || (areas.get('scripts') ?? []).some(walks)) return { files, packages: [...packages.keys()] };
  const read = [...areas].flatMap(([area, some]) =>
    words.has(posix.basename(area)) ? some.filter((file) => !suiteOf(file)) : [],
  );
  // An agent of a folder of cases names the packages of its tools.
  const cases = read.filter((file) => /^(tests|examples)\//.test(file) && !/\.(ts|png|jsonl)$/.test(file)).map(textOf);
  const used = packagesIn([code.text, ...cases].join('\n'), words, packages);
  const shipped = used.flatMap((name) => packages.get(name).shipped);
  const pages = /README|CHANGELOG/.test(code.text) ? used.flatMap((name) => packages.get(name).pages) : [];
  return { files: [...new Set([...code.files, ...read, ...shipped, ...pages])].sort(), packages: used };
}

/** A test with what it imports of the tests and kits of this repository: what a package imports is a dependency of it. */
function codeWith(test, { there, codeOf, importsOf }) {
  const read = new Set([test]);
  for (const file of read)
    for (const { specifier } of importsOf(file)) {
      const path = posix.join(posix.dirname(file), specifier);
      const target = [path, path.replace(/\.js$/, '.ts')].find((one) => specifier.startsWith('.') && there.has(one));
      if (target !== undefined && /^tests\/|\.(test|test-kit|fixture)\.ts$/.test(target)) read.add(target);
    }
  return { files: [...read], text: [...read].map(codeOf).join('\n') };
}

/** A folder that tests name: one of the root, or one of `tests/`. A file of the root is one too. */
const areaOf = (file) => /^tests\/[^/]+/.exec(file)?.[0] ?? /^(?!packages\/)[^/]+/.exec(file)?.[0];

/** The packages that a text names, of which one with a variable at its end is each that begins so, and what these depend on. */
function packagesIn(text, words, packages) {
  // A command stands at the beginning of a list of arguments, or after the program.
  const commands = new Set([...text.matchAll(/(?:['"`]|\bloadout )([\w-]+)/g)].map(([, word]) => word));
  const isMeant = (one) => one.words.some((word) => words.has(word)) || one.commands.some((word) => commands.has(word));
  const found = new Set([...packages].flatMap(([name, one]) => (isMeant(one) ? [name] : [])));
  for (const [, name, open] of text.matchAll(/(?:@loadout\/|packages\/)([a-z0-9-]*)(\$\{)?/g))
    for (const one of packages.keys()) if (open === undefined ? one === name : one.startsWith(name)) found.add(one);
  for (const one of found) {
    for (const used of [...(UNNAMED[one] ?? []), ...(packages.get(one)?.uses ?? [])]) found.add(used);
  }
  return [...found].filter((one) => packages.has(one)).sort();
}

function filesOf(root) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = spawnSync('git', args, { cwd: root, maxBuffer: 2 ** 28 });
  const isFile = (file) => file !== '' && statSync(`${root}/${file}`, { throwIfNoEntry: false })?.isFile();
  return [...new Set(String(stdout).split('\0'))].filter(isFile).sort();
}

function digest(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 32);
}

function groupedBy(keyOf, all) {
  const groups = new Map();
  for (const one of all) {
    const key = keyOf(one);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}

function memo(make) {
  const made = new Map();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key);
  };
}
