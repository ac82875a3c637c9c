import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findConfig } from './find-config.js';
import { load, makeSandbox } from './sandbox.fixture.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

describe('finding the configuration (CFG-01)', () => {
  it('searches upwards from the folder, nearest first, and accepts an empty file', () => {
    const cwd = sandbox.project({ 'agent.config.yaml': 'agents: {}', 'a/agent.config.json': '', 'a/b/c/file': '' });
    expect(findConfig(join(cwd, 'a/b/c'))).toBe(join(cwd, 'a/agent.config.json'));
    expect(findConfig(cwd)).toBe(join(cwd, 'agent.config.yaml'));
  });

  it.each(['yaml', 'yml', 'json', 'js', 'mjs', 'ts'])('knows agent.config.%s', (ending) => {
    const cwd = sandbox.project({ [`agent.config.${ending}`]: 'x' });
    expect(findConfig(cwd)).toBe(join(cwd, `agent.config.${ending}`));
  });

  it('finds nothing in an empty folder', async () => {
    const cwd = sandbox.project({});
    expect(findConfig(cwd)).toBeUndefined();
    await expect(load(cwd)).rejects.toMatchObject({ code: 'CONFIG_NOT_FOUND' });
    await expect(load(cwd, { file: 'other.yaml' })).rejects.toMatchObject({
      code: 'CONFIG_NOT_FOUND',
      message: expect.stringContaining('other.yaml'),
    });
  });

  it.each([
    ['a folder', (path: string) => mkdirSync(path), 'it is a folder'],
    ['a pipe', (path: string) => execFileSync('mkfifo', [path]), 'it is not a regular file'],
    ['a link to itself', (path: string) => symlinkSync(path, path), 'it is a link that leads back to itself'],
    ['a link to nothing', (path: string) => symlinkSync('nowhere', path), 'it is a link to nothing'],
  ])('reports the kind of entry if %s has the name of a configuration (F14)', async (_, make, what) => {
    const cwd = sandbox.project({ 'agent.config.yaml': 'agents: {}', 'sub/file': '' });
    const sub = join(cwd, 'sub');
    make(join(sub, 'agent.config.yaml'));
    make(join(cwd, 'named.yaml'));
    for (const attempt of [load(sub), load(cwd, { file: 'named.yaml' })])
      await expect(attempt).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
        problems: [expect.objectContaining({ code: 'CONFIG_UNREADABLE', message: expect.stringContaining(what) })],
      });
  });

  it('runs nothing of the folder', () => {
    const made = join(sandbox.root, 'made');
    const evil = `require('node:fs').writeFileSync(${JSON.stringify(made)}, '')`;
    const cwd = sandbox.project({
      '.config/config.cjs': evil,
      '.config/config.js': evil,
      'package.json': '{"cosmiconfig":{"loaders":{}}}',
      'agent.config.js': evil,
    });
    const before = process.cwd();
    process.chdir(cwd);
    try {
      expect(findConfig(cwd)).toBe(join(cwd, 'agent.config.js'));
    } finally {
      process.chdir(before);
    }
    expect(existsSync(made)).toBe(false);
  });

  it('prefers a named file, then LOADOUT_CONFIG; the workspace is then the current folder', async () => {
    const cwd = sandbox.project({
      'agent.config.yaml': 'name: found\nagents: { a: {} }\n',
      'env/x.yaml': 'name: env\nagents: { a: {} }\n',
      'named.yaml': 'name: named\nagents: { a: {} }\n',
      'sub/file': '',
    });
    const env = { LOADOUT_CONFIG: 'env/x.yaml' };
    expect((await load(cwd, { env, file: 'named.yaml' })).plan.name).toBe('named');
    expect((await load(cwd, { env })).plan).toMatchObject({ name: 'env', workspace: cwd, configDir: join(cwd, 'env') });
    const sub = join(cwd, 'sub');
    expect((await load(sub)).plan).toMatchObject({ name: 'found', workspace: cwd, configDir: cwd });
  });
});
