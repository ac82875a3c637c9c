import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import { loadScript, ROOT } from './load-script.js';

const { importsOf, withoutComments } = await loadScript<{
  importsOf(source: string): readonly { readonly specifier: string }[];
  withoutComments(source: string): string;
}>('lib/syntax.mjs');
const { packagesOf } = await loadScript<{
  packagesOf(root: string): readonly { readonly name: string; readonly json: { readonly dependencies?: object } }[];
}>('lib/workspace.mjs');

const json = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const scripts = json('package.json').scripts as Readonly<Record<string, string>>;
const tasks = json('turbo.json').tasks as Readonly<Record<string, { readonly inputs?: readonly string[] }>>;
const SUITES = Object.keys(tasks).flatMap((task) => /^\/\/#(test:.+)/.exec(task)?.[1] ?? []);
const files = (patterns: readonly string[], ignore: readonly string[] = []) =>
  globSync([...patterns], { cwd: ROOT, dot: true, ignore: ['**/{node_modules,dist,.turbo}/**', ...ignore] });

const LONG = ['tests/**/*.long.test.ts'];
const all = files(['**']);

/** The files that a suite starts from: the tests that its script names, or the folder of its program. */
function startsOf(suite: string): readonly string[] {
  const [program = '', ...words] = (scripts[suite] ?? '').split(' ');
  const folder = /^tests\/\w[\w-]*(?=\/run\.mjs$)/.exec(words[0] ?? '')?.[0];
  if (program === 'node' && folder !== undefined) {
    // The folder of the engine has two suites.
    const other = folder !== 'tests/engine' ? [] : [words.includes('--pages') ? '**/*.engine.ts' : '**/*.pages.ts'];
    return files([`${folder}/**/*.{ts,mjs,js}`], other);
  }
  if (suite === 'test:sandbox') return files(['packages/tool-shell/sandbox-tests/**/*.ts']);
  const excluded = [...(scripts[suite] ?? '').matchAll(/--exclude '?([^' ]+)/g)].map(([, pattern = '']) => pattern);
  const named = words.filter((word) => word.startsWith('tests/') && !excluded.includes(word));
  const left = excluded.flatMap((pattern) => [pattern, `${pattern}/**`]);
  return suite === 'test:paths'
    ? files(['tests/**/*.test.ts'], [...LONG, 'tests/viewer/**'])
    : files(LONG, left).filter((file) => named.some((word) => file.startsWith(word)));
}

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
  const found = new Set([...named, ...flagged]);
  for (const name of found)
    for (const used of Object.keys(packages.find((one) => one.name === name)?.json.dependencies ?? {}))
      if (used.startsWith('@loadout/')) found.add(used.slice('@loadout/'.length));
  return found;
}

/** The files of the repository that a text names by a path from its root. */
const pathsIn = (text: string) =>
  [...text.matchAll(/(?:docs|examples|scripts|bench|configs|decisions|tests)\/[\w./-]*\w/g)].flatMap(([path]) => path);

describe('a suite runs again when what it uses changes', () => {
  it('each long test that crosses packages is in exactly one suite', () => {
    const suites = SUITES.filter((suite) => scripts[suite]?.includes('vitest.long.config.ts'));
    expect(suites.flatMap(startsOf).sort()).toEqual(files(LONG).sort());
  });

  it.each(SUITES)(
    'the inputs of %s hold the files of its tests, the packages that these name, and their dependencies',
    (suite) => {
      const inputs = tasks[`//#${suite}`]?.inputs ?? [];
      const seen = files(
        ['**'],
        inputs.filter((one) => one.startsWith('!')).map((one) => one.slice(1)),
      );
      const used = withImports(startsOf(suite));
      expect(used.size).toBeGreaterThan(2);
      const texts = [...used].filter((file) => file.startsWith('tests/')).map(textOf);
      const needed = [
        ...used,
        ...[...packagesIn(texts.join('\n'))].map((name) => `packages/${name}/tsup.config.ts`),
        ...texts.flatMap(pathsIn).filter((path) => existsSync(join(ROOT, path)) && all.includes(path)),
      ];
      expect([...new Set(needed)].filter((file) => all.includes(file) && !seen.includes(file))).toEqual([]);
    },
  );
});
