import { existsSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { dataFolder, NODE } from './server-files.js';

function folder(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-data-')));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

it('the data of an engine are in a folder that only its user can enter (N3)', () => {
  const dir = folder();
  const { data, sockets } = dataFolder(dir);
  expect([data, sockets, statSync(data).mode & 0o777]).toEqual([join(dir, 'data'), join(dir, 'data', NODE), 0o700]);
});

it('a folder whose path is too long for a socket gets a short way, which is gone in the end', () => {
  const dir = join(folder(), 'long'.repeat(30));
  const { data, remove } = dataFolder(dir);
  expect(data.length).toBeLessThan(60);
  expect(realpathSync(data)).toBe(join(dir, 'data'));
  // A start after a kill has the same way, which its server may still use.
  expect(dataFolder(dir).data).toBe(data);
  remove();
  expect([existsSync(data), existsSync(join(dir, 'data'))]).toEqual([false, true]);
});
