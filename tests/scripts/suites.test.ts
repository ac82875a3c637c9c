import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScript, ROOT } from './load-script.js';

const { SUITES, selectSteps, tasksOf, withPrograms } = await loadScript<{
  SUITES: readonly string[];
  selectSteps(wish?: { only?: readonly string[]; without?: readonly string[] }): string[];
  tasksOf(steps: readonly string[]): string[];
  withPrograms(
    steps: readonly string[],
    options: { isInstalled: (program: string) => boolean; print: (line: string) => void },
  ): string[];
}>('check.mjs');

const json = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { [key: string]: Record<string, string> };
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'packages', 'tests'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .split('\n')
  .filter((file) => existsSync(join(ROOT, file)));
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const isLong = (file: string) => file.endsWith('.long.test.ts');
const packageOf = (file: string) => /^packages\/[^/]+(?=\/src\/.*\.test\.ts$)/.exec(file)?.[0] ?? [];
const packagesWith = (tests: readonly string[]) => [...new Set(tests.flatMap(packageOf))];

const packageDirs = [...new Set(files.flatMap((file) => /^packages\/[^/]+(?=\/package\.json$)/.exec(file)?.[0] ?? []))];

describe('no test is left out', () => {
  // Vitest fails where it finds no file, so a script without one fails the check as well.
  it.each([
    ['test', (file: string) => !isLong(file)],
    ['test:long', isLong],
  ] as const)('the packages with such a file, and only they, have the script %s', (script, belongs) => {
    const packages = packagesWith(files.filter(belongs));
    expect(packages.length).toBeGreaterThan(10);
    expect(packageDirs.filter((dir) => json(`${dir}/package.json`).scripts?.[script] !== undefined).sort()).toEqual(
      packages.sort(),
    );
  });

  it('what a test leaves to the long suites, a long test beside it runs', () => {
    const partial = files.filter((file) => file.endsWith('.test.ts') && /\/lib\/breadth\.js';/.test(textOf(file)));
    expect(partial.length).toBeGreaterThan(10);
    const alone = partial.filter((file) => {
      const long = file.replace('.test.ts', '.long.test.ts');
      return !files.includes(long) || !textOf(long).includes(`import './${basename(file, '.ts')}.js';`);
    });
    expect(alone).toEqual([]);
  });

  it('the check runs each task of turbo.json, and has each suite', () => {
    const tasks = Object.keys(json('turbo.json').tasks ?? {}).map((task) => task.replace('//#', ''));
    expect(new Set(['build', 'install:engine', ...tasksOf(selectSteps())])).toEqual(new Set(tasks));
    expect(SUITES).toEqual(expect.arrayContaining(['long', 'projects', 'commands', 'engine', 'compat', 'viewer', 'adapters']));
  });

  it('a task of the root has a script of its name', () => {
    const tasks = Object.keys(json('turbo.json').tasks ?? {}).filter((task) => task.startsWith('//#'));
    const scripts = json('package.json').scripts ?? {};
    expect(tasks.filter((task) => scripts[task.slice('//#'.length)] === undefined)).toEqual([]);
  });
});

describe('npm run check', () => {
  it('selects steps by name in their own order, and names those that there are', () => {
    expect(selectSteps({ only: ['lint', 'types'] })).toEqual(['types', 'lint']);
    expect(selectSteps({ without: ['tests'] })).not.toContain('tests');
    expect(() => selectSteps({ only: ['typos'] })).toThrow('There is no step "typos"; there are build, types, lint');
  });

  it('leaves out a step whose programs are not installed, and says so', () => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    expect(withPrograms(['types', 'sandbox'], { isInstalled: (program) => program !== 'socat', print })).toEqual(['types']);
    expect(lines).toEqual(['left out sandbox: socat not installed on this machine']);
  });
});
