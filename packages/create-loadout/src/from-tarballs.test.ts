import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fromTarballs } from './from-tarballs.js';

function folderWith(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-from-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of names) writeFileSync(join(folder, name), '');
  return folder;
}

const PACKAGE = JSON.stringify({ name: 'x', dependencies: { '@loadout/cli': '0.1.0', zod: '4.0.0' } });

it('each package of Loadout comes from its tarball, also those that others need, and other packages from npm', () => {
  const folder = folderWith('loadout-cli-0.1.0.tgz', 'loadout-tool-fs-0.2.0-next.1.tgz', 'create-loadout-0.1.0.tgz', 'notes.txt');
  expect(JSON.parse(fromTarballs(PACKAGE, folder))).toEqual({
    name: 'x',
    dependencies: { '@loadout/cli': `file:${join(folder, 'loadout-cli-0.1.0.tgz')}`, zod: '4.0.0' },
    overrides: {
      '@loadout/cli': `file:${join(folder, 'loadout-cli-0.1.0.tgz')}`,
      '@loadout/tool-fs': `file:${join(folder, 'loadout-tool-fs-0.2.0-next.1.tgz')}`,
    },
  });
});

it('a folder without tarballs, without the one that is needed, or no folder at all is refused', () => {
  expect(() => fromTarballs(PACKAGE, folderWith('notes.txt'))).toThrow('has no tarballs such as loadout-cli-0.1.0.tgz');
  expect(() => fromTarballs(PACKAGE, folderWith('loadout-core-0.1.0.tgz'))).toThrow('has no tarball of @loadout/cli');
  expect(() => fromTarballs(PACKAGE, join(folderWith(), 'gone'))).toThrow('is no folder');
});
