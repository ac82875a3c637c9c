import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadout, root } from '../lib/loadout.js';
import { run } from '../scripts/workspace-copy.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function emptyFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-create-')));
  folders.push(folder);
  return folder;
}

const bin = join(root, 'packages/create-loadout/bin/create-loadout.js');
const command = `node ${bin}`;

/** The lines that each template prints without a key. */
const PRINTED: Readonly<Record<string, readonly string[]>> = {
  minimal: ['files are here. README.md begins with: my-agent'],
  review: [
    'src/total.js:3 adds the price once, whatever the quantity.',
    'tests: pass 1, fail 0',
    '.env.example: Read(.env*) forbids it',
    'git push: Bash(git push:*) forbids it',
  ],
  team: ['finder: 2 notes', 'reader: monday says: Buy bread.'],
  plugin: ['A pool: The tools that an agent has.'],
  'claude-sdk': ['model: Order 17 leaves on Monday.', 'result: success, 2 turns'],
  'github-action': ['files are here. README.md begins with: my-agent'],
};

const HAS_TESTS = ['minimal', 'review', 'github-action'];
/** The template `web` serves a page, which tests/viewer/web-template.test.ts reads in a browser. */
const ALL = [...Object.keys(PRINTED), 'web'];

/** Creates the folder, which finds the packages of this repository as if npm had installed them. */
async function created(template: string): Promise<string> {
  const dir = emptyFolder();
  await run(`${command} my-agent --template ${template} --yes`, { dir });
  const own = join(dir, 'my-agent');
  symlinkSync(join(root, 'node_modules'), join(own, 'node_modules'));
  return own;
}

/** The words of a run, where they are not `run` alone. */
const RUN: Readonly<Record<string, readonly string[]>> = { team: ['run', 'lead'] };

/** The output of the command, which succeeds. */
async function ran(args: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await loadout(args, { cwd, env: { LOADOUT_STATE_DIR: join(cwd, '.state') }, trust: false });
  expect(code, `${stdout}${stderr}`).toBe(0);
  return `${stdout}${stderr}`;
}

describe('npm create loadout', () => {
  it.each(['my-agent', 'My Agent', "it's new"])('prints steps for the folder %s that a person can copy', async (name) => {
    const dir = emptyFolder();
    const stdout = execFileSync(process.execPath, [bin, name, '--yes'], { cwd: dir, encoding: 'utf8' });
    const step = /^ {2}(cd .*)$/m.exec(stdout)?.[1] ?? '';
    expect(execFileSync('sh', ['-c', `${step} && pwd`], { cwd: dir, encoding: 'utf8' })).toBe(`${join(dir, name)}\n`);
  });

  it.each(Object.entries(PRINTED))(
    'the template %s passes the check and prints something real without a key',
    async (template, lines) => {
      const own = await created(template);
      if (template === 'plugin') await run('npm run build', { dir: own });
      await ran(['trust', '--yes'], own);
      expect(await ran(['check', '--strict'], own)).toContain('ok');
      const printed =
        template === 'claude-sdk' ? await run('node program.mjs', { dir: own }) : await ran(RUN[template] ?? ['run'], own);
      for (const line of lines) expect(printed).toContain(line);
      if (HAS_TESTS.includes(template)) expect(await ran(['test'], own)).toMatch(/passed/);
      expect(readFileSync(join(own, '.gitignore'), 'utf8')).toContain('node_modules/');
    },
    60_000,
  );

  it('the template web passes the check and its tests', async () => {
    const own = await created('web');
    expect(await ran(['check', '--strict'], own)).toContain('ok');
    expect(await ran(['test'], own)).toMatch(/^1 passed/m);
  });

  it('lists its templates, which all have a test, and writes nothing', async () => {
    const dir = emptyFolder();
    const help = await run(`${command} --help`, { dir });
    expect([...help.matchAll(/^ {2}(\w[\w-]+) {2,}\w/gm)].map(([, name]) => name)).toEqual(ALL);
    expect(readdirSync(dir)).toEqual([]);
  });

  it.each(ALL)('the template %s installs exact versions and leaves no placeholder', async (template) => {
    const own = await created(template);
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as {
      readonly dependencies?: Readonly<Record<string, string>>;
      readonly devDependencies?: Readonly<Record<string, string>>;
    };
    const versions = Object.values({ ...dependencies, ...devDependencies });
    expect(versions.length).toBeGreaterThan(2);
    for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+/);
    const texts = readdirSync(own, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    expect(texts.join('\n')).not.toMatch(
      /__(?:name|mount|cli|core|core_range|testing|typescript|types_node|vitest|sdk|zod|config|runner|test|tool_\w+|model_\w+)__/,
    );
  });

  it('writes a workflow whose steps are YAML that GitHub reads', async () => {
    const own = await created('github-action');
    const { jobs } = parse(readFileSync(join(own, '.github/workflows/loadout.yml'), 'utf8')) as {
      readonly jobs: { readonly agents: { readonly steps: readonly object[] } };
    };
    expect(jobs.agents.steps.map((step) => Object.keys(step)[0])).toEqual(['uses', 'uses', 'run', 'uses']);
  });

  it('writes nothing with --dry-run, and asks nothing without a terminal', async () => {
    const dir = emptyFolder();
    expect(await run(`${command} --dry-run`, { dir })).toContain('Would write 4 files of the template minimal to my-agent');
    expect(readdirSync(dir)).toEqual([]);
    expect(await run(command, { dir })).toContain('cd my-agent\n  npm install\n');
    expect(existsSync(join(dir, 'my-agent/agent.config.yaml'))).toBe(true);
  });

  it.each([
    ['a folder that is not empty', 'full', /is not empty: it contains mine\.txt\. Nothing was written/],
    ['a file', 'file', /file is a file\. Nothing was written/],
    ['a template that is not there', 'new --template revew', /no template "revew"; there are minimal, review/],
    ['a name without a letter', '--template minimal -- 123', /"123" cannot be the name of a package/],
    ['a flag that is not there', 'new --templat x', /--templat[\s\S]*npm create loadout/],
    ['two folders', 'a b', /One folder is created at a time/],
  ])('refuses %s, and writes nothing', async (_, args, message) => {
    const dir = emptyFolder();
    mkdirSync(join(dir, 'full'));
    writeFileSync(join(dir, 'full/mine.txt'), 'mine');
    writeFileSync(join(dir, 'file'), 'mine');
    await expect(run(`${command} ${args}`, { dir })).rejects.toThrow(message);
    expect(readdirSync(dir, { recursive: true }).sort()).toEqual(['file', 'full', 'full/mine.txt']);
  });

  it('takes a folder that holds nothing but a new repository', async () => {
    const dir = emptyFolder();
    mkdirSync(join(dir, '.git'));
    expect(await run(`${command} . --yes`, { dir })).toContain('Wrote 4 files of the template minimal to this folder');
  });
});
