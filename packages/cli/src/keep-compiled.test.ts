import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { folderInPackage, folderOfUser } from './keep-compiled.js';

it.each([
  [{ HOME: '/home/one' }, '/home/one/.cache/loadout/compiled'],
  [{ HOME: '/home/one', XDG_CACHE_HOME: '/cache' }, '/cache/loadout/compiled'],
  [{ HOME: '' }, undefined],
  [{}, undefined],
])('what was compiled is kept among the files of this user: %j', (env, folder) => {
  expect(folderOfUser(env)).toBe(folder);
});

/** A folder as that of an installed package. */
function installed(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-installed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Things in the place of the folder for compiled code that are not used. */
const UNFIT: Readonly<Record<string, (path: string) => void>> = {
  'a file': (path) => writeFileSync(path, ''),
  'a link to a folder': (path) => symlinkSync(installed(), path),
  'a link to nothing': (path) => symlinkSync('nowhere', path),
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a folder into which a group writes': (path) => {
    mkdirSync(path);
    chmodSync(path, 0o770);
  },
  'a folder into which everybody writes': (path) => {
    mkdirSync(path);
    chmodSync(path, 0o707);
  },
};

/** Windows tells no owner of a folder. */
describe.runIf(process.getuid !== undefined)('a folder for compiled code beside the installation', () => {
  it('is for the owner of the package alone', () => {
    const folder = installed();
    expect(folderInPackage(folder)).toBe(join(folder, 'compiled'));
    expect(statSync(join(folder, 'compiled')).mode & 0o777).toBe(0o700);
    expect(folderInPackage(folder)).toBe(join(folder, 'compiled'));
  });

  it('is kept where a group may write into the package, as npm leaves it on many systems', () => {
    const folder = installed();
    chmodSync(folder, 0o775);
    expect(folderInPackage(folder)).toBe(join(folder, 'compiled'));
  });

  it.each(Object.entries(UNFIT))('is not %s', (_, make) => {
    const folder = installed();
    make(join(folder, 'compiled'));
    expect(folderInPackage(folder)).toBeUndefined();
  });

  it('is not made in the package of another user, who could not remove it', () => {
    const folder = installed();
    const other = vi.spyOn(process, 'getuid').mockReturnValue(statSync(folder).uid + 1);
    expect(folderInPackage(folder)).toBeUndefined();
    other.mockRestore();
    expect(() => statSync(join(folder, 'compiled'))).toThrow('ENOENT');
  });

  it('is not one that another user has put there', () => {
    const folder = installed();
    folderInPackage(folder);
    const { uid } = statSync(folder);
    const answers = vi
      .spyOn(process, 'getuid')
      .mockReturnValueOnce(uid)
      .mockReturnValue(uid + 1);
    onTestFinished(() => answers.mockRestore());
    expect(folderInPackage(folder)).toBeUndefined();
  });

  it('stays out where no folder can be made', () => {
    const file = join(installed(), 'archive.zip');
    writeFileSync(file, '');
    expect(folderInPackage(join(file, 'package'))).toBeUndefined();
  });
});
