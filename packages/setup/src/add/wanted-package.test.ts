import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkOpen } from './wanted-package.js';

it('a project that npm cannot write to is told before npm is asked', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-closed-'));
  writeFileSync(join(folder, 'package.json'), '{}');
  expect(() => checkOpen(folder)).not.toThrow();
  const closed = '/dev/null/app';
  expect(() => checkOpen(closed)).toThrow(
    expect.objectContaining({
      code: 'PROJECT_CLOSED',
      message: expect.stringMatching(/cannot write to \/dev\/null\/app: ENOTDIR/),
    }),
  );
});
