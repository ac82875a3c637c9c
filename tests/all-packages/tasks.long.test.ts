import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../scripts/load-script.js';

type Hashes = ReadonlyMap<string, string>;

const TASKS = Object.keys((JSON.parse(readFileSync(join(ROOT, 'turbo.json'), 'utf8')) as { tasks: object }).tasks).map((task) =>
  task.replace('//#', ''),
);
const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });

let copy = '';
let before: Hashes = new Map();

/** The hashes of the tasks. Turbo brings back the result of a task with the same hash. */
function hashesNow(node = process.version): Hashes {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', LOADOUT_TASK_NODE: node };
  const program = join(ROOT, 'node_modules/turbo/bin/turbo');
  const printed = execFileSync(process.execPath, [program, 'run', ...TASKS, '--dry=json'], {
    cwd: copy,
    env,
    maxBuffer: 2 ** 28,
  });
  const { tasks } = JSON.parse(String(printed)) as { tasks: { taskId: string; hash: string }[] };
  return new Map(tasks.map(({ taskId, hash }) => [taskId, hash]));
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
  const files = git(ROOT, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0').filter(Boolean);
  for (const file of new Set(files)) cpSync(join(ROOT, file), join(copy, file), { recursive: true, errorOnExist: false });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir');
  git(copy, 'init', '--quiet');
  git(copy, 'add', '--all');
  before = hashesNow();
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('turbo runs a task again', () => {
  it('after no change: none', () => expect(again(hashesNow())).toEqual([]));

  it('after a change of what a build or a run leaves: none', () => {
    const left = ['packages/core/dist/left.js', 'packages/core/.turbo/left.log', 'tests/compat-sdk/node_modules/left/index.js'];
    for (const file of left) {
      mkdirSync(join(copy, dirname(file)), { recursive: true });
      writeFileSync(join(copy, file), 'left');
    }
    expect(again(hashesNow())).toEqual([]);
  });

  it('after a change of a source: those of its package, of the packages that use it, and of what crosses packages', () => {
    const tasks = afterChange('packages/tool-web/src/index.ts');
    expect(tasks).toEqual(
      expect.arrayContaining(['@loadout/tool-web#build', '@loadout/tool-web#test', '@loadout/sdk#test', '//#lint']),
    );
    expect(tasks.filter((task) => /#test:paths|#test:compat/.test(task))).toHaveLength(2);
    expect(tasks.filter((task) => /tool-fs|core|runner/.test(task))).toEqual([]);
  });

  it.each(['tool-git', 'tool-web'])('after a change of %s: no suite whose tests do not reach it', (name) => {
    const suites = afterChange(`packages/${name}/src/index.ts`).flatMap((task) => /#test:(?!long)(.+)/.exec(task)?.[1] ?? []);
    expect(suites.sort()).toEqual(['adapters', 'all-packages', 'compat', 'doors', 'paths', 'wire']);
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
    expect(tasks).toEqual(expect.arrayContaining(['@loadout/cli#test', '//#test:paths', '//#test:engine']));
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
    expect(tasks).toEqual(expect.arrayContaining(['@loadout/config#build', '@loadout/cli#test', '//#test:paths']));
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
