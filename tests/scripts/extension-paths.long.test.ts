import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from './load-script.js';
import { copyWorkspace, run } from './workspace-copy.js';

/** ARCHITECTURE.md's table of where to add things promises these numbers. */
const PROMISED = { event: 3, tool: 5, plugin: 0 };

const GENERATED = /^(?:docs\/reference\/|packages\/[^/]+\/package\.json$)/;

/** Nobody imports a tool. The tests of the shell read files of tests/, which the copy leaves out. */
const ALL = readdirSync(join(ROOT, 'packages')).filter((name) => name !== 'shell-rules' && !name.startsWith('tool-'));

/** These packages, in a repository of their own, so that `git status` tells which files a change touches. */
async function scratchBranch(dir: string, packages: readonly string[] = ALL): Promise<void> {
  copyWorkspace(dir, packages);
  await run('git init -q', { dir });
  await run('git add -A', { dir });
  await run('git -c user.name=a -c user.email=a@b.c commit -qm base', { dir });
}

async function touched(dir: string): Promise<readonly string[]> {
  const status = await run('git status --porcelain --untracked-files=all', { dir });
  return status
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3))
    .sort();
}

function edit(file: string, found: string, put: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text, file).toContain(found);
  writeFileSync(file, text.replace(found, put));
}

const FIRES = 'packages/runner/src/hooks/stop-hooks.ts';
const EVENT_TEST = `import { expect, it } from 'vitest';
import { model, runAgent } from '../run/scripted.test-kit.js';

it('tells of a model that failed, with the code of the error', async () => {
  const heard: string[] = [];
  const hooks = { ModelFailed: ({ code }: { code: string }) => void heard.push(code) };
  await runAgent({ model: model([{ fail: 'MODEL_NOT_FOUND' }]), hooks });
  expect(heard).toEqual(['MODEL_NOT_FOUND']);
});
`;

describe('what an extension touches', () => {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-extension-'));
  beforeAll(() => scratchBranch(dir));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  beforeEach(async () => {
    await run('git reset -q --hard', { dir });
    await run('git clean -qfd', { dir });
  });

  it('a hook event is a row, the place that fires it, and a test', async () => {
    edit(
      join(dir, 'packages/core/src/contract/hook/events.ts'),
      '  SessionEnd: event<',
      `  ModelFailed: event<{ code: string }>('The model could not be asked.', { exit2: 'ignored', sample: { code: '' } }),\n  SessionEnd: event<`,
    );
    edit(join(dir, FIRES), '  const last = run', `  await runHooks('ModelFailed', { code }, run.calls);\n  const last = run`);
    writeFileSync(join(dir, 'packages/runner/src/hooks/model-failed.test.ts'), EVENT_TEST);
    const files = await touched(dir);
    await run(`biome check --error-on-warnings ${files.join(' ')}`, { dir });
    await run('npm run types', { dir });
    await run('npm run layers', { dir });
    expect(await run('vitest run packages/runner/src/hooks packages/core/src/hooks packages/hooks', { dir })).toMatch(/passed/);
    expect(files).toHaveLength(PROMISED.event);
  });

  it('a plugin touches no file of core', async () => {
    await run('node scripts/new-plugin.mjs word-list', { dir });
    const files = await touched(dir);
    expect(files.filter((file) => file.startsWith('packages/core/'))).toHaveLength(PROMISED.plugin);
    expect(files.filter((file) => !file.startsWith('packages/word-list/'))).toEqual(['layers.json']);
  });
});

describe('a tool of npm run new:tool', () => {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-new-tool-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  let told = '';
  let files: readonly string[] = [];

  beforeAll(async () => {
    // No package imports a plugin, so that the types of the others are not needed.
    await scratchBranch(dir, ['core', 'node', 'testing', 'tool-fs']);
    told = await run('node scripts/new-tool.mjs tool-fs CountWords', { dir });
    await run('biome check --write packages/tool-fs', { dir });
    files = await touched(dir);
  });

  it('passes types, lint, layers and its own tests', async () => {
    expect(told).toContain('Wrote packages/tool-fs/src/count-words.ts');
    await run('tsc -p tsconfig.json', { dir });
    await run('node scripts/check-layers.mjs', { dir });
    await run('biome check --error-on-warnings packages/tool-fs', { dir });
    expect(await run('vitest run packages/tool-fs/src/count-words packages/tool-fs/src/index', { dir })).toMatch(/passed/);
    const manifest = JSON.parse(readFileSync(join(dir, 'packages/tool-fs/package.json'), 'utf8')).loadout;
    expect(manifest.tools.at(-1)).toEqual({ name: 'CountWords', readOnly: true });
  });

  it('is a file, its test and a line in the index; manifest and documentation are generated', () => {
    expect(files.filter((file) => !GENERATED.test(file))).toEqual([
      'packages/tool-fs/src/count-words.test.ts',
      'packages/tool-fs/src/count-words.ts',
      'packages/tool-fs/src/index.ts',
    ]);
    // The page of the tools in docs/reference is the one file that this copy cannot generate: it has no build.
    expect(files.length + 1).toBeLessThanOrEqual(PROMISED.tool);
  });
});

describe('ARCHITECTURE.md', () => {
  let table = '';
  beforeAll(() => {
    table = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  });

  it.each([
    ['a hook event', PROMISED.event],
    ['a tool in a package of ours', PROMISED.tool],
    ['a plugin', PROMISED.plugin],
  ])('promises for %s what these tests count', (what, files) => {
    const row = table.split('\n').find((line) => line.startsWith(`| ${what} |`));
    expect(row).toMatch(new RegExp(`\\| ${files} `));
  });

  it('names only files and folders that exist', () => {
    const named = [
      ...table.matchAll(/`((?:packages|core|config|runner|sdk|cli|hooks|mcp|tool-[a-z]+|scripts|docs|configs)\/[\w./-]+)`/g),
    ];
    expect(named.length).toBeGreaterThan(10);
    const missing = named.map(([, path = '']) => path).filter((path) => !exists(path));
    expect(missing).toEqual([]);
  });
});

/** A path of the repository, or of a package's sources without `packages/` and `src/`. */
function exists(path: string): boolean {
  const [first = '', ...rest] = path.replace(/\/$/, '').split('/');
  const inPackage = join('packages', first, ...(rest[0] === 'src' ? rest : ['src', ...rest]));
  return [path, inPackage].some((one) => existsSync(join(ROOT, one)));
}
