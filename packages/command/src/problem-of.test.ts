import { closeSync, openSync, writeSync } from 'node:fs';
import { expect, it } from 'vitest';
import { problemOf } from './problem-of.js';

it('a full disk is no bug of Loadout, also where the error names no file', () => {
  const device = openSync('/dev/full', 'w');
  let found: unknown;
  try {
    writeSync(device, 'x');
  } catch (error) {
    found = error;
  } finally {
    closeSync(device);
  }
  expect(problemOf(found)).toMatchObject({
    code: 'FILE_UNUSABLE',
    message: 'A file cannot be read or written: ENOSPC: no space left on device, write.',
  });
});
