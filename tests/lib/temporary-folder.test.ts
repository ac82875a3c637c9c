import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeLeft } from './temporary-folder.setup.js';

const NOBODY = 999_999_999;

it('removes the folders of test runs that were killed, and nothing else', () => {
  const place = mkdtempSync(join(tmpdir(), 'loadout-place-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const make = (name: string, { isOld = true } = {}) => {
    mkdirSync(join(place, name));
    writeFileSync(join(place, name, 'file'), '');
    if (isOld) utimesSync(join(place, name), 1, 1);
  };
  make(`loadout-run-${NOBODY}-left`);
  make(`loadout-run-${NOBODY}-new`, { isOld: false });
  make(`loadout-run-${process.pid}-used`);
  make('loadout-run-other');
  make('other');
  symlinkSync(join(place, 'other'), join(place, `loadout-run-${NOBODY}-link`));
  removeLeft(place);
  expect(readdirSync(place).sort()).toEqual(
    [
      `loadout-run-${NOBODY}-link`,
      `loadout-run-${NOBODY}-new`,
      `loadout-run-${process.pid}-used`,
      'loadout-run-other',
      'other',
    ].sort(),
  );
  expect(readdirSync(join(place, 'other'))).toEqual(['file']);
});
