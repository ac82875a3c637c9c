import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PLUGINS } from './circles-plugins.test-kit.js';
import { projectIn, startBase } from './circles-project.test-kit.js';
import { SURFACES } from './circles-surfaces.test-kit.js';

let base: Awaited<ReturnType<typeof startBase>>;
beforeAll(async () => {
  base = await startBase();
});

describe('the command, the tools for files and a model', () => {
  it('install nothing of the hosts and surfaces', () => {
    expect(base.installed()).toEqual([
      'budgets',
      'cli',
      'config',
      'core',
      'explain',
      'hooks',
      'lock',
      'model-anthropic',
      'model-script',
      'models',
      'runner',
      'setup',
      'tool-fs',
    ]);
  });

  it('run an agent over HTTP', async () => {
    await base.configured('', { model: 'claude/claude-sonnet-5-5' });
    expect(await base.loadout('run', 'a', 'Hello.')).toContain('From the API.');
  });

  it('run, check and list without any other package', async () => {
    await base.configured();
    expect(await base.loadout('run', 'a', 'Go.')).toContain('Done.');
    expect(readFileSync(join(base.cwd, 'new.txt'), 'utf8')).toBe('new');
    await base.loadout('check');
    expect(await base.loadout('tools', 'a')).toContain('Write');
    expect(JSON.parse(await base.loadout('cost', '--json'))).toMatchObject({ by: 'day' });
  });
});

/** Each other package of ours, with a real use. */
const ON_TOP = [...SURFACES, ...PLUGINS];

/** A copy of the first project, until the test ends. */
function copied(name: string) {
  const cwd = join(base.folder, name);
  cpSync(base.cwd, cwd, { recursive: true, verbatimSymlinks: true });
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true, maxRetries: 3 }));
  return projectIn(cwd, { ...base.env });
}

describe('on top of them', () => {
  it('each other package of ours is tried', () => {
    const tried = [...base.installed(), ...ON_TOP.map(([name]) => name)];
    const rest = base.names.map((name) => name.replace('@loadout/', '')).filter((name) => !tried.includes(name));
    expect(rest).toEqual(['create-loadout']);
  });

  it.each(ON_TOP)('@loadout/%s installs and works', async (name, does) => {
    const at = copied(name);
    await at.install(`@loadout/${name}`);
    expect(at.installed()).toContain(name);
    await does(at);
  });

  it('create-loadout writes a project that runs without any other package', async () => {
    const at = copied('create');
    await at.install('create-loadout');
    await at.ran(process.execPath, ['node_modules/create-loadout/bin/create-loadout.js', 'made', '--yes']);
    const made = projectIn(join(at.cwd, 'made'), at.env);
    await made.ran('npm', ['install', '--ignore-scripts']);
    expect(made.installed()).toEqual(expect.arrayContaining(['test', 'viewer']));
    expect(await made.ran('npm', ['test'])).toContain('passed');
  });
});
