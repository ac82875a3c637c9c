import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyWorkspace, run } from './workspace-copy.js';

/** The part of `npm test` after its build. */
const PROGRAM = `import { runTests } from './scripts/lib/run-tests.mjs';
console.log(JSON.stringify(runTests({ again: process.argv.includes('--again') })));
`;

const ABOVE = 'packages/above/src/b.test.ts';
const GOOD = 'expect(1).toBe(1)';
const tests = (...bodies: readonly string[]) =>
  `import { expect, it } from 'vitest';\n${bodies.map((body, at) => `it('says ${at}', async () => { ${body}; });\n`).join('')}`;
const manifest = (name: string, uses: readonly string[] = []) =>
  JSON.stringify({
    name: `@loadout/${name}`,
    version: '0.1.0',
    scripts: { build: 'true', test: 'vitest run' },
    dependencies: Object.fromEntries(uses.map((used) => [`@loadout/${used}`, '0.1.0'])),
  });

let copy = '';
function write(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text);
}

interface Outcome {
  readonly code: number;
  readonly passed: number;
  readonly failed: readonly { readonly test: string; readonly error: string }[];
}

const printedBy = (...args: readonly string[]) => run(['node', 'program.mjs', ...args].join(' '), { dir: copy });

/** The first number says how many parts ran: packages, and files of `tests/`. */
async function runTests(...args: readonly string[]): Promise<readonly [number, Outcome]> {
  const printed = await printedBy(...args);
  const ran = /(\d+) of 3 packages and files of tests are to run/.exec(printed)?.[1];
  return [Number(ran), JSON.parse(/^\{"code".*$/m.exec(printed)?.[0] ?? '{}')];
}

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'loadout-run-tests-'));
  copyWorkspace(copy, []);
  write('program.mjs', PROGRAM);
  write('packages/below/package.json', manifest('below'));
  write('packages/above/package.json', manifest('above', ['below']));
  for (const folder of ['packages/below/src', 'packages/above/src']) write(`${folder}/a.test.ts`, tests(GOOD, GOOD));
  write('tests/a.test.ts', `${tests(GOOD, GOOD)}export const USED = '@loadout/below';\n`);
  write('tests/a.long.test.ts', tests('throw new Error("not a part of npm test")'));
  await run('git init --quiet', { dir: copy });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('npm test', () => {
  it('runs what has not passed on these files, counts all, and names what failed until it passes', async () => {
    const good = { code: 0, passed: 6, failed: [] };
    expect(await runTests()).toEqual([3, good]);
    expect(await runTests()).toEqual([0, good]);
    expect(await runTests('--again')).toEqual([3, good]);

    write(ABOVE, tests('expect(1).toBe(2)', GOOD));
    const test = `${ABOVE} > says 0`;
    const bad = { code: 1, passed: 4, failed: [{ test, error: 'expected 1 to be 2 // Object.is equality' }] };
    expect(await runTests()).toEqual([1, bad]);
    expect(await runTests()).toEqual([1, bad]);

    write(ABOVE, tests(GOOD));
    expect(await runTests()).toEqual([1, { code: 0, passed: 7, failed: [] }]);
    // The test of tests/ names this package.
    write('packages/below/src/index.ts', '');
    expect(await runTests()).toEqual([3, { code: 0, passed: 7, failed: [] }]);
    write('packages/above/src/index.ts', '');
    expect(await runTests()).toEqual([1, { code: 0, passed: 7, failed: [] }]);
  });

  it('takes nothing for passed when an error outside of a test may have kept others from running, or a folder has no test', async () => {
    write(ABOVE, tests(`process.kill(process.pid, 'SIGKILL')`));
    expect(await runTests()).toMatchObject([1, { code: 1, passed: 4 }]);
    write(ABOVE, tests(`setTimeout(() => { throw new Error('late'); }); await new Promise((done) => setTimeout(done, 50))`));
    expect(await runTests()).toMatchObject([1, { code: 1, passed: 4 }]);
    write(ABOVE, `${tests('throw new Error("hidden")')}it.only('hides the others', () => {});`);
    expect(await runTests()).toMatchObject([1, { code: 1, passed: 4 }]);
    rmSync(join(copy, 'packages/above/src'), { recursive: true });
    expect(await runTests()).toMatchObject([1, { code: 1, passed: 4 }]);
  });

  it('takes nothing for passed whose files changed while the tests ran', async () => {
    const changes = `(await import('node:fs')).writeFileSync('packages/above/src/new.ts', String(Date.now()))`;
    write(ABOVE, tests(changes));
    expect(await runTests()).toMatchObject([1, { code: 1, failed: [] }]);
    expect(await runTests()).toMatchObject([1, { code: 1, failed: [] }]);
    write(ABOVE, tests(GOOD));
    expect(await runTests()).toMatchObject([1, { code: 0 }]);
  });

  it('says which files these are, three of them at most', async () => {
    const again = 'Files changed while tests ran, so run these again: packages/above.\n';
    const does = (what: string) => tests(`const fs = await import('node:fs'); ${what}`);
    const left = (name: string) => `packages/above/src/${name}.ts`;
    const writes = (...names: readonly string[]) =>
      names.map((name) => `fs.writeFileSync('${left(name)}', String(Date.now()))`).join(';');
    write(ABOVE, does(writes('new', 'one')));
    expect(await printedBy()).toContain(`${again}${left('one')} is new, ${left('new')} changed.\n`);
    write(ABOVE, does(`fs.rmSync('${left('one')}')`));
    expect(await printedBy()).toContain(`${again}${left('one')} is gone.\n`);
    write(ABOVE, does(writes('w', 'x', 'y', 'z')));
    expect(await printedBy()).toContain(
      `${again}${['w', 'x', 'y'].map((name) => `${left(name)} is new`).join(', ')}, and 1 more.\n`,
    );
  });
});
