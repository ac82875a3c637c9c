import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import { loadScript, ROOT } from './load-script.js';

const { importsOf, withoutComments } = await loadScript<{
  importsOf(source: string): readonly { readonly specifier: string }[];
  withoutComments(source: string): string;
}>('lib/syntax.mjs');
const { OF_PROGRAMS, ON_CALL, readRepository, startsOf, suiteOf, SUITES_OF_FILES, usesOf } = await loadScript<{
  readonly OF_PROGRAMS: Readonly<Record<string, { readonly program: readonly string[] }>>;
  readonly ON_CALL: readonly string[];
  readRepository(): object;
  startsOf(suite: string, repository: object): readonly string[];
  suiteOf(file: string): string | undefined;
  usesOf(
    tests: readonly string[],
    repository: object,
  ): { readonly files: readonly string[]; readonly packages: readonly string[] };
  readonly SUITES_OF_FILES: readonly string[];
}>('lib/test-files.mjs');
const { packagesOf } = await loadScript<{
  packagesOf(root: string): readonly {
    readonly name: string;
    readonly json: {
      readonly dependencies?: object;
      readonly loadout?: { readonly tools?: readonly { readonly name: string }[] };
    };
  }[];
}>('lib/workspace.mjs');

const json = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const tasks = json('turbo.json').tasks as Readonly<
  Record<string, { readonly inputs?: readonly string[]; readonly dependsOn?: readonly string[] }>
>;
const files = (patterns: readonly string[], ignore: readonly string[] = []) =>
  globSync([...patterns], { cwd: ROOT, dot: true, ignore: ['**/{node_modules,dist,.turbo}/**', ...ignore] });

const all = files(['**']);

const repository = readRepository();

/** These files of tests and all that they import, packages not counted: what a package imports is a dependency of it. */
function withImports(starts: readonly string[]): ReadonlySet<string> {
  const found = new Set(starts);
  for (const file of found) {
    if (!file.startsWith('tests/')) continue;
    for (const { specifier } of importsOf(textOf(file))) {
      const path = join(dirname(file), specifier);
      const target = [path, path.replace(/\.js$/, '.ts')].find((one) => specifier.startsWith('.') && all.includes(one));
      if (target !== undefined) found.add(target);
    }
  }
  return found;
}

const textOf = (file: string) => withoutComments(readFileSync(join(ROOT, file), 'utf8'));

/** The engine behind the Agent SDKs needs no name in a test: a flag of the command starts it. */
const BY_A_FLAG: Readonly<Record<string, string>> = { '--input-format': 'sdk' };

/** The packages that a text names, of which one with a variable at its end is each that begins so, and their dependencies. */
function packagesIn(text: string): ReadonlySet<string> {
  const packages = packagesOf(ROOT);
  const named = [...text.matchAll(/(?:@loadout\/|packages\/)([a-z-]+|(?=\$\{\w+\}\/src))(\$\{)?/g)].flatMap(
    ([, name = '', open]) =>
      packages.flatMap((one) => ((open === undefined ? one.name === name : one.name.startsWith(name)) ? [one.name] : [])),
  );
  const flagged = Object.entries(BY_A_FLAG).flatMap(([flag, name]) => (text.includes(flag) ? [name] : []));
  const called = packages.flatMap(({ name, json }) =>
    ON_CALL.includes(name) && (json.loadout?.tools ?? []).some((tool) => new RegExp(`\\b${tool.name}\\b`).test(text))
      ? [name]
      : [],
  );
  const found = new Set([...named, ...flagged, ...called]);
  for (const name of found)
    for (const used of Object.keys(packages.find((one) => one.name === name)?.json.dependencies ?? {}))
      if (used.startsWith('@loadout/') && !ON_CALL.includes(used.slice(9))) found.add(used.slice(9));
  return found;
}

/** The files of the repository that a text names by a path from its root. */
const pathsIn = (text: string) =>
  [...text.matchAll(/(?:docs|examples|scripts|bench|configs|decisions|tests)\/[\w./-]*\w/g)].flatMap(([path]) => path);

/** The files that must be among those of a suite: its own, the packages that these name with their dependencies, and other paths in them. */
function neededBy(starts: readonly string[]): readonly string[] {
  const used = [...withImports(starts)];
  expect(used.length).toBeGreaterThan(2);
  const texts = used.filter((file) => /\.(ts|mjs|js)$/.test(file)).map(textOf);
  const packages = [...packagesIn(texts.join('\n'))].map((name) => `packages/${name}/src/index.ts`);
  return [...used, ...packages, ...texts.flatMap(pathsIn)].filter((path) => all.includes(path) && existsSync(join(ROOT, path)));
}

describe('a suite with programs of others', () => {
  it.each(Object.keys(OF_PROGRAMS))('%s runs again when its tests change, or what they name', (suite) => {
    const starts = startsOf(suite, repository);
    const used = [...usesOf(starts, repository).files, ...files(['configs/**'])];
    expect(neededBy(starts).filter((file) => !used.includes(file))).toEqual([]);
  });

  it('site runs again when its programs change, or a package that they import', () => {
    const seen = files(tasks['//#test:site']?.inputs?.filter((one) => !one.startsWith('!')) ?? []);
    const programs = files(['site/**/*.{ts,mjs,js}'], ['site/{.source,dist}/**']);
    const imported = programs.flatMap((file) => importsOf(textOf(file))).map(({ specifier }) => specifier);
    const packages = imported.flatMap((one) => /(?:@loadout|packages)\/([a-z-]+)/.exec(one)?.[1] ?? []);
    expect(packages).toContain('shell-rules');
    const needed = [...programs, ...packages.map((name) => `packages/${name}/src/index.ts`)];
    expect([...new Set(needed)].filter((file) => !seen.includes(file))).toEqual([]);
  });

  it('starts after the installation that another suite of its folder needs too, since npm ci takes the folder away under it', () => {
    const programs = Object.entries(OF_PROGRAMS).map(([suite, { program }]) => [suite, program[0]] as const);
    const shared = programs.filter(([, file]) => programs.filter(([, other]) => other === file).length > 1);
    expect(shared.map(([suite]) => suite)).toEqual(['engine', 'door']);
    for (const [suite] of shared) expect(tasks[`//#test:${suite}`]?.dependsOn).toContain('//#install:engine');
  });
});

describe('a test of tests/ runs again when what it uses changes', () => {
  const uses = (test: string) => usesOf([test], repository);

  /** The uses of a test that has this text. */
  const usesOfText = (text: string) => {
    const test = 'tests/kill.long.test.ts';
    const codeOf = (file: string) => (file === test ? text : textOf(file));
    return usesOf([test], { ...repository, codeOf, importsOf: () => [] });
  };

  it.each([
    'const at = join(root, "packages"); readdirSync(at);',
    "for (const name of FOLDERS) read(name); const FOLDERS = ['packages', 'docs'];",
    'read(`packages/${path}`);',
    "read('packages/' + path);",
    "globSync(['packages/*/src/**/*.ts'], { cwd: root });",
    "globSync(['docs/**/*.md', 'tests/**'], { cwd: root });",
    'import { globSync as list } from "tinyglobby";',
    "execFileSync('npm', ['pack', '--workspaces']);",
    "cpSync(fileURLToPath(new URL('../../packages', import.meta.url)), copy);",
  ])('all files: %s', (text) => expect(usesOfText(text).files).toContain('packages/tool-git/src/index.test.ts'));

  it.each([
    ['tool-git', "const options = { isolation: 'worktree' };"],
    ['tool-git', "call('WorktreeEnter');"],
    ['tool-git', 'const name = `tool-${mount}`;'],
    ['tool-git', "for (const name of ['tool-git']) read(`packages/${name}/src/index.ts`);"],
    ['otel', "for (const name of ['otel']) cpSync(join(root, 'packages', name, 'dist'), copy);"],
    ['sdk', 'start("--input-format", "stream-json");'],
  ])('%s: %s', (name, text) => expect(usesOfText(text).packages).toContain(name));

  it.each([
    ['.changeset/config.json', "read('.changeset/config.json');"],
    ['.changeset/config.json', "read(join(root, '.changeset', name));"],
    ['.npmrc', "read(join(root, '.npmrc'));"],
  ])('the hidden %s: %s', (file, text) => expect(usesOfText(text).files).toContain(file));

  it('not a package that is loaded on call, where neither it nor a tool of it is named', () => {
    const { packages } = usesOfText("import { query } from '@loadout/sdk';");
    expect(packages).toEqual(expect.arrayContaining(['sdk', 'tool-fs', 'tool-schedule']));
    expect(packages.filter((name) => ON_CALL.includes(name))).toEqual([]);
  });

  it('what is loaded on call does nothing at the start of a session, and no other package but the SDK has it', () => {
    for (const name of ON_CALL) {
      expect(json(`packages/${name}/dist/loadout-listing.json`).hooks, name).toEqual(
        name === 'tool-lsp' ? expect.anything() : {},
      );
      const users = packagesOf(ROOT).filter(({ json: { dependencies = {} } }) => `@loadout/${name}` in dependencies);
      expect(
        users.map((one) => one.name).filter((one) => one !== 'sdk'),
        name,
      ).toEqual([]);
    }
  });

  it('each is in a suite, and each suite has one', () => {
    const tests = files(['tests/**/*.test.ts'], ['tests/{site,viewer}/**']);
    expect(new Set(tests.map(suiteOf))).toEqual(new Set([...SUITES_OF_FILES, 'paths']));
    expect(['tests/viewer/page.test.ts', 'tests/lib/loadout.ts', 'packages/core/src/a.test.ts'].map(suiteOf)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('it uses itself, what it imports, and each package that it names with its dependencies', () => {
    for (const test of ['tests/kill.long.test.ts', 'tests/wire/control.long.test.ts']) {
      const { files: used, packages } = uses(test);
      const text = [...withImports([test])].filter((file) => file.startsWith('tests/')).map(textOf);
      const named = [...packagesIn(text.join('\n'))].filter((name) => !ON_CALL.includes(name));
      expect(packages).toEqual(expect.arrayContaining(named));
      expect(used).toEqual(
        expect.arrayContaining([...withImports([test]), ...named.map((name) => `packages/${name}/src/index.ts`)]),
      );
    }
    expect(uses('tests/kill.long.test.ts').packages).not.toContain('tool-git');
  });

  it('of a package it uses what users get: neither its tests nor its pages', () => {
    const used = uses('tests/kill.long.test.ts').files.filter((file) => file.startsWith('packages/tool-shell/'));
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((file) => /\.test\.ts$|\.md$/.test(file))).toEqual([]);
  });

  it.each([
    ['tests/all-tools.test.ts', 'tool-lsp', 'the agents of its folder name it'],
    ['tests/approve-at.long.test.ts', 'serve', 'its command stands in the test'],
    ['tests/cli/auth-status.test.ts', 'sdk', 'its command stands in the test'],
    ['tests/agents/schedule.test.ts', 'budgets', 'the runner loads it'],
    ['tests/cli/run.test.ts', 'test', 'the command loads it'],
  ])('%s uses %s, since %s', (test, name) => expect(uses(test).packages).toContain(name));

  it('one that reads the repository as a whole uses all files, also the tests of packages', () => {
    const { files: used } = uses('tests/scripts/suites.test.ts');
    expect(used).toEqual(expect.arrayContaining(files(['packages/otel/src/**', 'docs/guide/*.md'])));
  });
});
