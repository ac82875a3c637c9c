import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectIn, startBase } from './circles-project.test-kit.js';
import { copied, eachIsTried } from './circles-rows.test-kit.js';

let base: Awaited<ReturnType<typeof startBase>>;
beforeAll(async () => {
  base = await startBase(['create-loadout', '@loadout/test', '@loadout/viewer', '@loadout/chat']);
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
      'sessions',
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
    expect(await base.loadout('list', 'plugins')).toContain('@loadout/tool-fs');
    expect(await base.loadout('doctor')).toMatch(/^ok +agent a /m);
    expect(JSON.parse(await base.loadout('cost', '--json'))).toMatchObject({ by: 'day' });
  });
});

eachIsTried();

describe('on top of them', () => {
  it('create-loadout writes a project that runs without any other package', async () => {
    const at = copied(base, 'create');
    await at.install('create-loadout');
    await at.ran(process.execPath, ['node_modules/create-loadout/bin/create-loadout.js', 'made', '--yes']);
    const made = projectIn(join(at.cwd, 'made'), at.env);
    await made.ran('npm', ['install', '--ignore-scripts']);
    expect(made.installed()).toEqual(expect.arrayContaining(['test', 'viewer']));
    expect(await made.ran('npm', ['test'])).toContain('passed');
  });
});
