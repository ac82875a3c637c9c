import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runsLater } from '@loadout/core/run';
import { afterAll, describe, expect, it } from 'vitest';
import { findConfig } from './find-config.js';
import { load, makeSandbox } from './sandbox.fixture.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

const find = (cwd: string, env: Readonly<Record<string, string>> = {}) =>
  findConfig({ cwd, env: { HOME: sandbox.root, ...env } });

const NOBODY = 65_534;

/** Calls a function without the rights of the system's administrator, which no mode of a file binds. */
function unprivileged<T>(call: () => T): T {
  if (process.getuid?.() !== 0) return call();
  process.seteuid?.(NOBODY);
  try {
    return call();
  } finally {
    process.seteuid?.(0);
  }
}

describe('finding the configuration (CFG-01)', () => {
  it('searches upwards from the folder, nearest first, and accepts an empty file', () => {
    const cwd = sandbox.project({ 'agent.config.yaml': 'agents: {}', 'a/agent.config.json': '', 'a/b/c/file': '' });
    expect(find(join(cwd, 'a/b/c'))).toBe(join(cwd, 'a/agent.config.json'));
    expect(find(cwd)).toBe(join(cwd, 'agent.config.yaml'));
  });

  it.each(
    ['yaml', 'yml', 'json', 'jsonc', 'js', 'mjs', 'ts'].flatMap((ending) => [
      `agent.config.${ending}`,
      `.config/agent.config.${ending}`,
    ]),
  )('knows %s, which no mode lets an agent write unasked', (name) => {
    const cwd = sandbox.project({ [name]: 'x', 'a/file': '' });
    expect([find(cwd), find(join(cwd, 'a'))]).toEqual([join(cwd, name), join(cwd, name)]);
    expect(runsLater(join(cwd, name))).toBe('protected');
  });

  it('finds nothing in an empty folder', async () => {
    const cwd = sandbox.project({});
    expect(find(cwd)).toBeUndefined();
    await expect(load(cwd)).rejects.toMatchObject({ code: 'CONFIG_NOT_FOUND' });
    await expect(load(cwd, { file: 'other.yaml' })).rejects.toMatchObject({
      code: 'CONFIG_NOT_FOUND',
      message: expect.stringContaining('other.yaml'),
    });
  });

  it.each(['package.json', 'package.yaml', '.config/agentrc', 'Agent.Config.yaml', 'agent.config.cjs'])(
    'passes over %s, which is no configuration',
    (name) => {
      const cwd = sandbox.project({ 'agent.config.yaml': '', [`a/${name}`]: '{ "agent": {}, "loadout": {} }' });
      expect(find(join(cwd, 'a'))).toBe(join(cwd, 'agent.config.yaml'));
    },
  );

  it('passes over a .config that is a file, a pipe or a link to nothing', () => {
    const cwd = sandbox.project({ 'agent.config.yaml': '', 'a/.config': 'x', 'b/file': '', 'c/file': '' });
    execFileSync('mkfifo', [join(cwd, 'b/.config')]);
    symlinkSync('nowhere', join(cwd, 'c/.config'));
    for (const folder of ['a', 'b', 'c']) expect(find(join(cwd, folder))).toBe(join(cwd, 'agent.config.yaml'));
  });

  it('ends at the home folder, which counts too, and outside of it at the root', () => {
    const cwd = sandbox.project({ 'agent.config.yaml': '', 'home/work/file': '', 'other/file': '' });
    const env = { HOME: join(cwd, 'home') };
    expect(find(join(cwd, 'home/work'), env)).toBeUndefined();
    expect(find(join(cwd, 'other'), env)).toBe(join(cwd, 'agent.config.yaml'));
    mkdirSync(join(cwd, 'home/.config'));
    symlinkSync(join(cwd, 'agent.config.yaml'), join(cwd, 'home/.config/agent.config.yaml'));
    expect(find(join(cwd, 'home/work'), env)).toBe(join(cwd, 'home/.config/agent.config.yaml'));
  });

  it("is not a file of another program in the user's own folder", () => {
    const cwd = sandbox.project({
      'home/.config/agent/config.yaml': 'a: 1',
      'home/.config/agent/config.js': 'x',
      'home/work/file': '',
    });
    expect(find(join(cwd, 'home/work'), { HOME: join(cwd, 'home'), XDG_CONFIG_HOME: join(cwd, 'home/.config') })).toBeUndefined();
  });

  it('searches from a folder that is a link, or is not there', () => {
    const cwd = sandbox.project({ 'a/.config/agent.config.yaml': '', 'b/agent.config.yaml': '' });
    symlinkSync(join(cwd, 'a'), join(cwd, 'b/link'));
    expect(find(join(cwd, 'b/link'))).toBe(join(cwd, 'b/link/.config/agent.config.yaml'));
    expect(find(join(cwd, 'b/missing/deep'))).toBe(join(cwd, 'b/agent.config.yaml'));
  });

  it.each([
    ['agent.config.yaml', 'agent.config.json'],
    ['agent.config.ts', '.config/agent.config.ts'],
    ['.config/agent.config.yaml', '.config/agent.config.mjs'],
  ])('refuses %s beside %s, and takes one that is named', async (first, second) => {
    const cwd = sandbox.project({ [first]: 'agents: {}', [second]: '', 'a/file': '', 'agent.yaml': 'agents: { a: {} }' });
    for (const folder of [cwd, join(cwd, 'a'), join(cwd, '.config')].filter(existsSync))
      expect(() => find(folder)).toThrow(`${cwd} has two configurations: ${first} and ${second}.`);
    await expect(load(cwd)).rejects.toMatchObject({ code: 'CONFIG_TWICE' });
    expect((await load(cwd, { file: 'agent.yaml' })).plan.workspace).toBe(cwd);
  });

  const KINDS: readonly (readonly [string, (path: string) => void, string])[] = [
    ['a folder', (path) => mkdirSync(path), 'it is a folder'],
    ['a pipe', (path) => execFileSync('mkfifo', [path]), 'it is not a regular file'],
    ['a link to itself', (path) => symlinkSync(path, path), 'it is a link that leads back to itself'],
    ['a link to nothing', (path) => symlinkSync('nowhere', path), 'it is a link to nothing'],
    ['an endless device', (path) => symlinkSync('/dev/zero', path), 'it is not a regular file'],
  ];
  it.each(KINDS)('reports the kind of entry if %s has the name of a configuration (F14)', async (_, make, what) => {
    const cwd = sandbox.project({ 'agent.config.yaml': 'agents: {}', 'sub/file': '', 'deep/.config/file': '' });
    make(join(cwd, 'sub/agent.config.yaml'));
    make(join(cwd, 'deep/.config/agent.config.json'));
    make(join(cwd, 'named.yaml'));
    for (const attempt of [load(join(cwd, 'sub')), load(join(cwd, 'deep')), load(cwd, { file: 'named.yaml' })])
      await expect(attempt).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
        problems: [expect.objectContaining({ code: 'CONFIG_UNREADABLE', message: expect.stringContaining(what) })],
      });
  });

  it.each([
    ['UTF-16 of Windows', Buffer.from('\ufeffagents: {}', 'utf16le'), 'it is UTF-16, not UTF-8'],
    ['UTF-16 with the high byte first', Buffer.from('\ufeffagents: {}', 'utf16le').swap16(), 'it is UTF-16, not UTF-8'],
    ['Latin-1', Buffer.from('name: café\n', 'latin1'), 'it is not UTF-8'],
    ['one broken byte', Buffer.from([0xff]), 'it is not UTF-8'],
  ])('names the encoding of a file in %s, and what to do', async (_, bytes, what) => {
    const cwd = sandbox.project({});
    writeFileSync(join(cwd, 'agent.config.yaml'), bytes);
    await expect(load(cwd)).rejects.toMatchObject({
      problems: [expect.objectContaining({ message: expect.stringContaining(`${what}.`), fix: 'Save it as UTF-8.' })],
    });
  });

  it('reports a file that may not be read, and passes over a folder that may not be entered', () => {
    const cwd = sandbox.project({
      'agent.config.yaml': '',
      'a/agent.config.yaml': '',
      'b/.config/agent.config.yaml': '',
      'c/d/file': '',
    });
    for (const open of [sandbox.root, cwd]) chmodSync(open, 0o755);
    for (const closed of ['a/agent.config.yaml', 'b/.config', 'c']) chmodSync(join(cwd, closed), 0);
    const found = unprivileged(() => ['a', 'b', 'c', 'c/d'].map((folder) => find(join(cwd, folder))));
    chmodSync(join(cwd, 'c'), 0o755);
    const top = join(cwd, 'agent.config.yaml');
    expect(found).toEqual([join(cwd, 'a/agent.config.yaml'), top, top, top]);
  });

  it('takes the nearest one, although there is a pipe in a folder above', () => {
    const cwd = sandbox.project({ 'a/b/agent.config.yaml': '', 'a/file': '' });
    execFileSync('mkfifo', [join(cwd, 'a/agent.config.yaml')]);
    expect(find(join(cwd, 'a/b'))).toBe(join(cwd, 'a/b/agent.config.yaml'));
  });

  it('reports a file that is too large without reading it', async () => {
    const cwd = sandbox.project({ 'agent.config.yaml': '' });
    truncateSync(join(cwd, 'agent.config.yaml'), 8 * 1024 ** 3);
    await expect(load(cwd)).rejects.toMatchObject({ problems: [expect.objectContaining({ code: 'CONFIG_TOO_LARGE' })] });
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
