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

/**
 * The suites that install programs of others, or need one of this machine: a program of Node, and the files that it starts from. Each
 * counts as one test.
 */
export const OF_PROGRAMS = {
  engine: { program: ['tests/engine/run.mjs'], starts: /^tests\/engine\/(?!.*\.pages\.)/ },
  door: {
    program: ['tests/engine/run.mjs', '--pages'],
    starts: /^tests\/engine\/.*(\.pages\.ts|\.mjs|\.js|\.json|\.config\.ts)$/,
  },
  compat: { program: ['tests/compat-sdk/run.mjs'], starts: /^tests\/compat-sdk\// },
  viewer: { program: ['tests/viewer/run.mjs'], starts: /^tests\/viewer\/|^vitest\.chromium/ },
  adapters: { program: ['tests/adapters/run.mjs'], starts: /^tests\/adapters\// },
  sandbox: {
    program: ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.sandbox.config.ts'],
    starts: /^packages\/tool-shell\/sandbox-tests\/|^vitest\.sandbox/,
  },
};
export const REMEMBERED = [...SUITES_OF_FILES, ...Object.keys(OF_PROGRAMS)];

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

/** Words of a test that reads the repository as a whole: it lists files of packages, or takes the folder of all of them. */
const READS_ALL = new RegExp(
  [
    /ls-files|'pack',.*--workspaces|packagesOf|globSync(?! \}|\(\[?('(docs\/|packages\/\*\/README|README|scripts\/templates)[^']*'[,\] ]*)+\{)/,
    /readdirSync\(.*@loadout|'node_modules', '@loadout'\)/,
    // Names of one package, which are no folder of all: `packages/${name}/…` or `join(root, 'packages', name, …)`.
    /(?<!\b(?:root|ROOT), )['"`/]packages['"`]|['"`/]packages['"`](?!, )|\bpackages\/(?![A-Za-z]|\$\{\w+\}\/|\*\/README)/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** A registry of packages, a copy of the workspace, and rows of both, of which tests name those that they take; and names of what changes in a copy. */
const OF_NAMED = [
  'tests/all-packages/circles-plugins.test-kit.ts',
  'tests/all-packages/circles-surfaces.test-kit.ts',
  'tests/all-packages/tasks.long.test.ts',
  'tests/lib/published.ts',
  'tests/scripts/workspace-copy.ts',
];

/** Files that take all packages, of which those in `ON_CALL` matter where a test names them. */
const OF_MOST = [
  'tests/all-packages/pages/blocks.test-kit.ts',
  'tests/lib/command-without.ts',
  'tests/scripts/base-packages.ts',
  'tests/scripts/repository-copy.ts',
];

/**
 * Packages of tools that no other imports, and that do nothing at the start of a session: where they are installed, their code is loaded
 * when one of their tools is called (PERF-04). So a test that names neither them nor a tool of theirs does not depend on it.
 */
export const ON_CALL = ['tool-git', 'tool-lsp', 'tool-remote-agents', 'tool-search', 'tool-session', 'tool-tasks', 'tool-web'];

/** Words that make a package load, beside the commands and the tools of its manifest. */
const WORDS = {
  a2a: ['a2a'],
  'ag-ui': ['ag-ui', 'agui'],
  chat: ['chat'],
  'engine-restate': ['--engine'],
  'model-ai-sdk': ['ai-sdk'],
  'model-openai': ['openai'],
  otel: ['otel', 'telemetry'],
  runner: ['walk.mjs'],
  sdk: ['--input-format', 'projects'],
  serve: ['notify'],
  sessions: ['walk.mjs'],
  'tool-fs': ['walk.mjs'],
  'tool-git': ['worktree'],
  viewer: ['--view'],
};

/** Packages that another loads, where they are installed, without any word in the test. */
const UNNAMED = { cli: ['checkpoints', 'claude-files', 'mcp', 'model-openai', 'test'], runner: ['budgets'] };

/** `{ file, suite, hash }` of each test of `tests/`, and of each suite of `OF_PROGRAMS`, as the files of the repository are now. */
export function testFiles(root = ROOT) {
  const repository = readRepository(root);
  const node = process.env.LOADOUT_TASK_NODE ?? process.version;
  const ofAll = repository.hashOf(repository.files.filter((file) => OF_ALL.some((one) => one.test(file))));
  const rowOf = (file, suite, starts) => {
    const { files } = usesOf(starts, repository);
    return { file, suite, hash: digest([node, ofAll, file, repository.hashOf(files)]) };
  };
  return [
    ...repository.files.flatMap((file) => (suiteOf(file) === undefined ? [] : [rowOf(file, suiteOf(file), [file])])),
    ...Object.keys(OF_PROGRAMS).map((suite) => rowOf(`//#test:${suite}`, suite, startsOf(suite, repository))),
  ];
}

/** The files that a suite of `OF_PROGRAMS` starts from. */
export const startsOf = (suite, { files }) => files.filter((file) => OF_PROGRAMS[suite].starts.test(file));

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
    words: [...(WORDS[name] ?? []), ...(loadout.tools ?? []).flatMap((tool) => [tool.name, ...(tool.aliases ?? [])])],
    commands: namesOf(loadout.commands).map((command) => command.split(' ', 1)[0]),
    // These are bundled into a package, and are no dependency of those who install it.
    uses: [
      ...own({ ...dependencies, ...peerDependencies }),
      ...own(devDependencies).filter((one) => BUNDLED.includes(one)),
    ].filter((one) => !ON_CALL.includes(one)),
    shipped: files.filter((file) => file.startsWith(`packages/${name}/`) && !/\.(test|test-kit|fixture)\.ts$|\.md$/.test(file)),
    pages: files.filter((file) => file.startsWith(`packages/${name}/`) && file.endsWith('.md')),
  };
}
const BUNDLED = ['node', 'command'];

/** The files that tests depend on, and the packages among them. */
export function usesOf(tests, repository) {
  const { files, areas, packages, textOf } = repository;
  const code = codeWith(tests, repository);
  if (code.readsAll) return { files, packages: [...packages.keys()] };
  // One example by its name, or all of them.
  const paths = pathWordsOf(code.text.replace(/examples\/(?=\d)/g, ''));
  const isRead = (area) =>
    paths.has(posix.basename(area).replace(/^\./, '')) || (area.startsWith('examples/') && paths.has('examples'));
  const read = [...areas].flatMap(([area, some]) => (isRead(area) ? some.filter((file) => !suiteOf(file)) : []));
  // An agent of a folder of cases names the packages of its tools. Those of config-samples are checked, which reads manifests alone.
  const cases = read
    .filter((file) => /^(tests\/(?!lib\/|config-samples\/)|examples\/)/.test(file) && !/\.(ts|png|jsonl)$/.test(file))
    .map(textOf);
  const most = code.readsMost ? [...packages.keys()].filter((name) => !ON_CALL.includes(name)) : [];
  const used = packagesIn([code.names, ...cases].join('\n'), { words: wordsOf(code.names), packages, most });
  const shipped = used.flatMap((name) => packages.get(name).shipped);
  const readsPage = (page) => code.text.includes('packages/*/README') || code.text.includes(page);
  const pages = [...packages.values()].flatMap((one) => one.pages.filter(readsPage));
  return { files: [...new Set([...code.files, ...read, ...shipped, ...pages])].sort(), packages: used };
}

/** The words of a text that are a part of a path: beside a slash, or where a text of its own begins. Hidden ones have lost their dot. */
const pathWordsOf = (text) => {
  const isOfPath = ({ 0: word, index }) =>
    /['"`/]\.?$/.test(text.slice(Math.max(index - 2, 0), index)) || /^\\?\//.test(text.slice(index + word.length).slice(0, 2));
  return new Set([...text.matchAll(WORD)].filter(isOfPath).map(([word]) => word));
};

const WORD = /[\w-]+(\.\w+)*/g;
const wordsOf = (text) => new Set(text.match(WORD));

const IS_CODE = /\.(ts|mjs|js)$/;

/** Tests with what they import of the tests and kits of this repository: what a package imports is a dependency of it. */
function codeWith(tests, { there, codeOf, importsOf }) {
  const read = new Set(tests);
  for (const file of read) {
    if (!IS_CODE.test(file)) continue;
    for (const { specifier } of importsOf(file)) {
      const path = posix.join(posix.dirname(file), specifier);
      const target = [path, path.replace(/\.js$/, '.ts')].find((one) => specifier.startsWith('.') && there.has(one));
      if (target !== undefined && /^tests\/|\.(test|test-kit|fixture)\.ts$/.test(target)) read.add(target);
    }
  }
  const code = [...read].filter((file) => IS_CODE.test(file));
  const own = code.filter((file) => !OF_NAMED.includes(file) && !OF_MOST.includes(file));
  return {
    files: [...read],
    text: code.map(codeOf).join('\n'),
    names: own.map(codeOf).join('\n'),
    readsAll: own.some((file) => READS_ALL.test(codeOf(file))),
    readsMost: OF_MOST.some((file) => read.has(file)),
  };
}

/** A folder that tests name: one of the root, of `tests/` or of `examples/`. A file of the root is one too. */
const areaOf = (file) => /^(?:tests|examples)\/[^/]+/.exec(file)?.[0] ?? /^(?!packages\/)[^/]+/.exec(file)?.[0];

const NAMED = /(?:@loadout\/|packages\/|`(?=tool-\$))(?:([a-z0-9-]+)(\$\{)?|\$\{|['"`] \+)|['"`/]packages['"`], /g;

/**
 * The packages that a text names, and what these depend on. A name with a variable at its end is each that begins so; a variable alone
 * is each whose name is a word of the text.
 */
function packagesIn(text, { words, packages, most }) {
  // A command stands at the beginning of a list of arguments, or after the program; a package to copy stands in quotes.
  const quoted = new Set([...text.matchAll(/(?:['"`]|\bloadout )([\w-]+)/g)].map(([, word]) => word));
  const isMeant = (name, one) =>
    one.words.some((word) => words.has(word)) || [name, ...one.commands].some((word) => quoted.has(word));
  const found = new Set([...most, ...[...packages].flatMap(([name, one]) => (isMeant(name, one) ? [name] : []))]);
  for (const [, name = '', open] of text.matchAll(NAMED)) {
    const isIt = (one) => (name === '' ? words.has(one) : open === undefined ? one === name : one.startsWith(name));
    for (const one of packages.keys()) if (isIt(one)) found.add(one);
  }
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

/** When each file of the repository was written, and its size. */
export function stampsOf(root = ROOT) {
  const stamp = ({ mtimeMs, size }) => `${mtimeMs} ${size}`;
  return new Map(filesOf(root).map((file) => [file, stamp(statSync(`${root}/${file}`))]));
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
