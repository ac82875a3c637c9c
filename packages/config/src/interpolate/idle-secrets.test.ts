import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sourceValue } from './idle-secrets.js';

it('a secret that nothing uses is read from a short file, and never from a pipe, a device or a huge file (N2)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-idle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [key, pipe, huge] = ['key', 'pipe', 'huge'].map((name) => join(folder, name)) as [string, string, string];
  writeFileSync(key, 'value\n');
  execFileSync('mkfifo', [pipe]);
  writeFileSync(huge, '');
  truncateSync(huge, 2 ** 30);
  const values = [key, pipe, '/dev/zero', huge, folder].map((file) => sourceValue({ file }, {}));
  expect(values).toEqual(['value', undefined, undefined, undefined, undefined]);
});
