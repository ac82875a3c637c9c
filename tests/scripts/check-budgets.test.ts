import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFolder, loadScript, ROOT } from './load-script.js';

type Budgets = Readonly<Record<'file' | 'function' | 'contract' | 'circles' | 'knots' | 'dependencies', number>>;
const { budgetProblems } = await loadScript<{ budgetProblems(root: string, budgets: Budgets): string[] }>('check-budgets.mjs');
const { readBudgets } = await loadScript<{ readBudgets(markdown: string): Budgets }>('lib/budgets.mjs');

const budgets: Budgets = {
  file: 6,
  function: 4,
  contract: 3,
  circles: 0,
  knots: 0,
  dependencies: 0,
};
const problemsOf = (files: Record<string, string>) =>
  inFolder({ 'packages/core/package.json': '{}', ...files }, (dir) => budgetProblems(dir, budgets));

describe('budgets', () => {
  it('are the stops of the table in AGENTS.md', () => {
    const own = readBudgets(readFileSync(join(ROOT, 'AGENTS.md'), 'utf8'));
    expect(own).toMatchObject({ file: 350, function: 50, circles: 0, dependencies: 0 });
    expect(() => readBudgets('| a file | 150 lines | 250 |')).toThrow('no stop in a row "a function"');
  });

  it('find a file and a function that are too long, and leave tests alone', async () => {
    const long = ['export function a() {', '  return [', '    1,', '  ];', '}', '', 'export const b = 1;', ''].join('\n');
    expect(await problemsOf({ 'packages/core/src/a.ts': long, 'packages/core/src/a.test.ts': long })).toEqual([
      'packages/core/src/a.ts: the file has 7 lines; the stop is 6. Split it by what it is about.',
      'packages/core/src/a.ts:1: the function has 5 lines; the stop is 4. Take a step out of it.',
    ]);
  });

  it('measure methods and functions within functions', async () => {
    const source = 'export class A {\n  a() {\n    return () =>\n      [1, 2];\n  }\n}\n';
    expect(await problemsOf({ 'packages/core/src/a.ts': source })).toEqual([]);
    const method = 'export class A { b = 1;\n  a() {\n    const x = 1;\n    const y = 2;\n    return x + y; } }\n';
    expect(await problemsOf({ 'packages/core/src/a.ts': method.replace('const y', 'let\n y') })).toEqual([
      'packages/core/src/a.ts:2: the function has 5 lines; the stop is 4. Take a step out of it.',
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
