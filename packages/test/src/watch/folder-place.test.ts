import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { folderPlace, nearestFolder } from './folder-place.js';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'loadout-place-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

it('the nearest folder of one that is missing is the next one above it that exists', () => {
  const top = folder();
  expect([nearestFolder(top), nearestFolder(join(top, 'a/b/c')), nearestFolder('/')]).toEqual([top, top, '/']);
});

it('a folder that takes the place of another one is another place', () => {
  const path = join(folder(), 'a');
  mkdirSync(path);
  const before = folderPlace(path);
  renameSync(path, `${path}.old`);
  const missing = folderPlace(path);
  mkdirSync(path);
  expect(new Set([before, missing, folderPlace(path)]).size).toBe(3);
});
