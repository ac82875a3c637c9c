import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ownMark } from './process-mark.js';
import { keepTemporaryFolder, removeLeftFolders, temporaryFolder } from './temporary-folder.js';

function place() {
  const parent = realpathSync.native(mkdtempSync(join(tmpdir(), 'left-')));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const { namespace } = ownMark();
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  const make = (kind: string, mark = `${ended}.1.${namespace}`) => {
    const folder = join(parent, `loadout-${kind}-${mark}-AbCdEf`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'file'), '');
    return folder;
  };
  return { parent, make, namespace };
}

it('a folder of a process that has ended is removed, and no other', () => {
  const { parent, make, namespace } = place();
  make('test');
  const { pid, started } = ownMark();
  const stay = [
    make('shell'),
    make('test', `${pid}.${started}.${namespace}`),
    make('test', `1.1.${namespace + 1}`),
    make('test', 'x'),
  ];
  removeLeftFolders('test', parent);
  expect(
    readdirSync(parent)
      .map((name) => join(parent, name))
      .sort(),
  ).toEqual(stay.sort());
});

it('a folder that its user keeps stays, and nothing behind a link is removed', () => {
  const { parent, make, namespace } = place();
  const kept = make('test');
  keepTemporaryFolder(kept);
  const elsewhere = make('elsewhere');
  symlinkSync(elsewhere, join(parent, `loadout-test-1.1.${namespace}-link`));
  removeLeftFolders('test', parent);
  expect([existsSync(kept), existsSync(join(elsewhere, 'file'))]).toEqual([true, true]);
});

it('a new folder is at its real path, and its name says whose it is', () => {
  const folder = temporaryFolder('law');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(realpathSync.native(folder)).toBe(folder);
  const { pid, started, namespace } = ownMark();
  expect(folder).toContain(`loadout-law-${pid}.${started}.${namespace}-`);
});
