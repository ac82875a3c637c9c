import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fitsRange } from '../check/check-mounts.js';
import { makeSandbox } from '../load/sandbox.fixture.js';
import { findPackage, packageFiles, readManifest, splitUse } from './find-package.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

it.each([
  ['1.4.0', '^1.2', true],
  ['2.0.0', '^1.2', false],
  ['1.1.9', '^1.2', false],
  ['0.3.1', '^0.3.0', true],
  ['0.4.0', '^0.3', false],
  ['0.0.4', '^0.0.3', false],
  ['1.2.9', '~1.2.3', true],
  ['1.3.0', '~1.2.3', false],
  ['1.9.0', '~1', true],
  ['3.0.0', '>=1.2', true],
  ['1.2.3', '1.2.3', true],
  ['1.2.4', '1.2.3', false],
  ['1.2.4', '1.2', true],
  ['1.9.9', '1.x', true],
  ['9.9.9', '*', true],
  ['1.2.4-rc.1', '^1.2', true],
  ['1.0.0', '>=1 <2', true],
  ['3.0.0', '1.x || 2.x', false],
  ['1.0.0', 'latest', undefined],
])('version %s against %s: %s', async (version, range, fits) => expect(await fitsRange(version, range)).toBe(fits));

it.each([
  ['@acme/x@^1', { name: '@acme/x', range: '^1' }],
  ['@acme/x', { name: '@acme/x' }],
  ['x@2', { name: 'x', range: '2' }],
  ['./a@b.js', { name: './a@b.js' }],
])('%s is split into name and range', (use, parts) => expect(splitUse(use)).toEqual(parts));

it('finds a manifest in the node_modules of a parent folder, and none for a local plugin', () => {
  sandbox.install('loadout-plugin-x', { tools: [{ name: 'go' }] }, '3.1.0');
  const cwd = sandbox.project({ 'a/b/file': '' });
  const found = readManifest('loadout-plugin-x', join(cwd, 'a/b'));
  expect(found).toMatchObject({
    version: '3.1.0',
    packageDir: join(sandbox.root, 'node_modules/loadout-plugin-x'),
    manifest: { tools: [{ name: 'go' }] },
  });
  expect(readManifest('./x.js', cwd)).toBeUndefined();
  expect(readManifest('loadout-plugin-y', cwd)).toBeUndefined();
});

it('the list of searched places ends with the found package', () => {
  sandbox.install('loadout-plugin-z', { tools: [] }, '1.0.0');
  const cwd = sandbox.project({ 'a/file': '' });
  const found = join(sandbox.root, 'node_modules/loadout-plugin-z/package.json');
  const files = packageFiles('loadout-plugin-z', [join(cwd, 'a'), '/elsewhere']);
  expect([files[0], files.at(-1)]).toEqual([join(cwd, 'a/node_modules/loadout-plugin-z/package.json'), found]);
  expect(packageFiles('loadout-plugin-none', [cwd, '/elsewhere']).at(-1)).toBe('/node_modules/loadout-plugin-none/package.json');
});

it('a manifest that was replaced or removed after it was read is read again', () => {
  const name = 'loadout-plugin-changes';
  const version = () => readManifest(name, sandbox.root)?.version;
  sandbox.install(name, { tools: [] }, '1.0.0');
  expect(version()).toBe('1.0.0');
  const file = join(sandbox.root, 'node_modules', name, 'package.json');
  writeFileSync(`${file}.new`, readFileSync(file, 'utf8').replace('1.0.0', '2.0.0'));
  renameSync(`${file}.new`, file);
  expect(version()).toBe('2.0.0');
  rmSync(file);
  expect(version()).toBeUndefined();
});

it.each(['a\0b', 'x'.repeat(5_000)])('a name that no path can have leads to no package', (name) => {
  expect(readManifest(name, sandbox.root)).toBeUndefined();
});

it('a package.json that is a pipe, a device or too long leads to no package', () => {
  const folder = (name: string) => {
    const made = join(sandbox.root, 'node_modules', name);
    mkdirSync(made, { recursive: true });
    return join(made, 'package.json');
  };
  execFileSync('mkfifo', [folder('a-pipe')]);
  symlinkSync('/dev/zero', folder('a-device'));
  writeFileSync(folder('too-long'), JSON.stringify({ version: '1.0.0', text: 'x'.repeat(1024 * 1024) }));
  for (const name of ['a-pipe', 'a-device', 'too-long']) expect(findPackage(name, sandbox.root), name).toBeUndefined();
});
