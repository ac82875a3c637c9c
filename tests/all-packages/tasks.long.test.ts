import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../scripts/load-script.js';
import { copyRepository } from '../scripts/repository-copy.js';

type Hashes = ReadonlyMap<string, string>;

const OF_TURBO = Object.entries(
  (JSON.parse(readFileSync(join(ROOT, 'turbo.json'), 'utf8')) as { tasks: Record<string, { cache?: false }> }).tasks,
);
const TASKS = OF_TURBO.filter(([, { cache }]) => cache !== false).map(([task]) => task.replace('//#', ''));
const LIST = `import { testFiles } from './scripts/lib/test-files.mjs'; console.log(JSON.stringify(testFiles()))`;

let copy = '';
let before: Hashes = new Map();

/** The hashes of the tasks, and of each file of tests/. What has the same hash is not run again. */
function hashesNow(node = process.version): Hashes {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', LOADOUT_TASK_NODE: node };
  const program = join(ROOT, 'node_modules/turbo/bin/turbo');
  const parsed = (args: readonly string[]) =>
    JSON.parse(execFileSync(process.execPath, args, { cwd: copy, env, encoding: 'utf8', maxBuffer: 2 ** 28 }));
  const { tasks } = parsed([program, 'run', ...TASKS, '--dry=json']) as { tasks: { taskId: string; hash: string }[] };
  const files = parsed(['--input-type=module', '--eval', LIST]) as { file: string; hash: string }[];
  return new Map([
    ...tasks.map(({ taskId, hash }) => [taskId, hash] as const),
    ...files.map(({ file, hash }) => [file, hash] as const),
  ]);
}

/** The tasks that run again after a change. */
const again = (now: Hashes) => [...now.keys()].filter((task) => now.get(task) !== before.get(task));

/** The tasks that run again after more text in a file, which is taken away afterwards. */
function afterChange(file: string, change = (text: string) => `${text}\n`): readonly string[] {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, change(text));
  try {
    return again(hashesNow());
  } finally {
    writeFileSync(path, text);
  }
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'loadout-tasks-'));
  copyRepository(copy);
  before = hashesNow();
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('turbo runs a task again', () => {
  it('after no change: none', () => expect(again(hashesNow())).toEqual([]));

  it('after a change of what a build or a run leaves: none', () => {
    const left = [
      ...['packages/core/dist/left.js', 'packages/core/.turbo/left.log', 'tests/compat-sdk/node_modules/left/index.js'],
      'configs/tsup.config.bundled_left.mjs',
    ];
    for (const file of left) {
      mkdirSync(join(copy, dirname(file)), { recursive: true });
      writeFileSync(join(copy, file), 'left');
    }
    expect(again(hashesNow())).toEqual([]);
  });

  it('after a change of a source: those of its package, of the packages that use it, and of what crosses packages', () => {
    const tasks = afterChange('packages/tool-session/src/index.ts');
    expect(tasks).toEqual(
      expect.arrayContaining(['@loadout/tool-session#build', '@loadout/tool-session#test', '@loadout/sdk#test', '//#lint']),
    );
    expect(tasks).toEqual(
      expect.arrayContaining(['//#test:compat', 'tests/all-tools.test.ts', 'tests/all-packages/lazy-packages.long.test.ts']),
    );
    expect(tasks.filter((task) => /^@.*(tool-fs|core|runner)/.test(task))).toEqual([]);
  });

  it.each([
    ['tool-git', [], 'circles-work'],
    ['tool-web', [], 'circles-world'],
  ])('after a change of %s: the suites %j, its file of circles, and few of the long tests', (name, suites, circles) => {
    const tasks = afterChange(`packages/${name}/src/index.ts`);
    expect(tasks.flatMap((task) => /#test:(?!long)(.+)/.exec(task)?.[1] ?? []).sort()).toEqual(suites);
    const ofCircles = tasks.filter((task) => /\/circles-/.test(task));
    expect(ofCircles).toEqual([`tests/all-packages/${circles}.long.test.ts`]);
    const long = (all: readonly string[]) => all.filter((task) => /^tests\/.*\.long\.test\.ts$/.test(task)).length;
    expect(long(tasks)).toBeLessThan(0.2 * long([...before.keys()]));
    const wires = tasks.filter((task) => /^tests\/(wires|mcp|money|cli|kill)/.test(task));
    expect(wires).not.toContain('tests/kill.long.test.ts');
    expect(tasks.filter((task) => /^tests\/(doors\/|all-packages\/(pages|journeys)|scripts\/extension)/.test(task))).toEqual([]);
  });

  it('after a change of a test of tool-git: its own tests, and what reads the repository as a whole', () => {
    const tasks = afterChange('packages/tool-git/src/index.test.ts');
    expect(tasks.filter((task) => task.startsWith('@'))).toEqual(['@loadout/tool-git#test', '@loadout/tool-git#test:long']);
    expect(tasks.filter((task) => /#test:(?!long)/.test(task))).toEqual([]);
    const ofFiles = (all: readonly string[]) => all.filter((task) => task.startsWith('tests/'));
    expect(ofFiles(tasks)).toEqual(ofFiles(afterChange('packages/otel/src/observer-of.long.test.ts')));
    expect(ofFiles(tasks).length).toBeLessThan(0.3 * ofFiles([...before.keys()]).length);
  });

  it('after a change of a package that no test of the engine names: not the engine', () => {
    const tasks = afterChange('packages/otel/src/index.ts');
    expect(tasks).toContain('@loadout/otel#test');
    expect(tasks).not.toContain('//#test:engine');
  });

  it('after a change of a test: the tests of its package, and no build', () => {
    const tasks = afterChange('packages/core/src/call/laws/one-result.test.ts');
    expect(tasks).toContain('@loadout/core#test');
    expect(tasks.filter((task) => task.endsWith('#build'))).toEqual([]);
  });

  it('after a change of a fixture: the suite that reads it', () => {
    const tasks = afterChange('tests/lib/loadout.ts');
    expect(tasks).toEqual(expect.arrayContaining(['@loadout/cli#test', 'tests/kill.long.test.ts', '//#test:engine']));
    expect(tasks.filter((task) => task.endsWith('#build'))).toEqual([]);
  });

  it('after a change of a script: what it checks', () => {
    const tasks = afterChange('scripts/check-prose.mjs');
    expect(tasks).toContain('//#prose');
    expect(tasks.filter((task) => task.startsWith('@'))).toEqual([]);
  });

  it('after a change of the base of the builds: all', () =>
    expect(afterChange('configs/tsup.base.ts')).toHaveLength(before.size));

  it('after a change of the lock file: those of the packages that use what changed', () => {
    const zod =
      (JSON.parse(readFileSync(join(copy, 'package-lock.json'), 'utf8')) as Lock).packages['node_modules/zod']?.version ?? '';
    const tasks = afterChange('package-lock.json', (text) => text.replaceAll(`"version": "${zod}"`, '"version": "4.999.0"'));
    expect(tasks).toEqual(expect.arrayContaining(['@loadout/config#build', '@loadout/cli#test', 'tests/history.test.ts']));
  });

  it('with another version of Node: all', () => expect(again(hashesNow('v99.0.0'))).toHaveLength(before.size));

  it('after a new file: as after a change', () => {
    const file = join(copy, 'packages/tool-tasks/src/one-more.ts');
    appendFileSync(file, 'export {};\n');
    try {
      expect(again(hashesNow())).toContain('@loadout/tool-tasks#build');
    } finally {
      rmSync(file);
    }
  });
});

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}
