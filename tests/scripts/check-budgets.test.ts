import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFolder, loadScript, ROOT } from './load-script.js';

type Budgets = Readonly<Record<'contract' | 'dependencies', number>>;
const { budgetProblems } = await loadScript<{ budgetProblems(root: string, budgets: Budgets): string[] }>('check-budgets.mjs');
const { readBudgets } = await loadScript<{ readBudgets(markdown: string): Budgets }>('check-budgets.mjs');

const budgets: Budgets = { contract: 3, dependencies: 0 };
const problemsOf = (files: Record<string, string>) =>
  inFolder({ 'packages/core/package.json': '{}', ...files }, (dir) => budgetProblems(dir, budgets));

/** The rules about length that the linter of this repository finds broken in a folder, with the file. */
function lint(dir: string): readonly string[] {
  const config = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8')) as object;
  writeFileSync(join(dir, 'biome.json'), JSON.stringify({ ...config, vcs: {} }));
  const program = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout } = spawnSync(process.execPath, [program, 'lint', '--reporter', 'github'], { cwd: dir, encoding: 'utf8' });
  return [...stdout.matchAll(/lint\/\w+\/(noExcessive\w+),file=[^,]*?(packages\/[^,]+)/g)]
    .map(([, rule, file]) => `${file} ${rule}`)
    .sort();
}

describe('budgets', () => {
  it('are the stops of the table in AGENTS.md', () => {
    const own = readBudgets(readFileSync(join(ROOT, 'AGENTS.md'), 'utf8'));
    expect(own).toEqual({ contract: 2200, dependencies: 0 });
    expect(() => readBudgets('| a file | 150 lines | 250 |')).toThrow('no stop in a row "`core/src/contract` in all"');
  });

  it('of files and functions are rules of the linter, with the stops of the table', async () => {
    const long = Array.from({ length: 351 }, (_, at) => `export const a${at} = ${at};\n`).join('');
    const most = Array.from({ length: 49 }, (_, at) => `  f(${at});\n`).join('');
    const source = `export function f(a: number) {\n${most}}\n`;
    const found = await inFolder(
      { 'packages/a/src/long.ts': long, 'packages/a/src/deep.ts': source, 'packages/a/src/deep.test.ts': source },
      lint,
    );
    expect(found).toEqual([
      'packages/a/src/deep.ts noExcessiveLinesPerFunction',
      'packages/a/src/long.ts noExcessiveLinesPerFile',
    ]);
  });

  it('count all files of the contract together that are written by hand, and the dependencies of core', async () => {
    const files = { 'packages/core/src/contract/a.ts': '1;\n2;\n', 'packages/core/src/contract/b.ts': '3;\n4;\n' };
    const generated = { 'packages/core/src/contract/c.ts': '// Written by `npm run fix`.\n' };
    const core = { 'packages/core/package.json': '{"dependencies":{"zod":"4.0.0"}}' };
    expect(await problemsOf({ ...files, ...generated, ...core })).toEqual([
      'packages/core/src/contract: 4 lines in all; the stop is 3. A plugin author reads all of them.',
      'packages/core/package.json: zod; the stop is 0 dependencies. Have the caller hand it in.',
    ]);
  });
});
