import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeFolder } from './paths.js';

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-make-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('making a folder', () => {
  it('makes those above it too, for this user alone, and is content with one that is there', () => {
    const folder = join(place(), 'a', 'b', 'c');
    makeFolder(folder);
    makeFolder(folder);
    expect([modeOf(folder), modeOf(join(folder, '..'))]).toEqual([0o700, 0o700]);
  });

  it('follows a link to a folder, and ends for a link that leads nowhere', () => {
    const at = place();
    symlinkSync(at, join(at, 'same'));
    symlinkSync(join(at, 'nothing'), join(at, 'lost'));
    makeFolder(join(at, 'same'));
    expect(() => makeFolder(join(at, 'lost'))).toThrow('EEXIST');
    expect(() => makeFolder(join(at, 'lost', 'below'))).toThrow(/EEXIST|ENOENT/);
  });

  it('throws for a file in its place and for a file above it', () => {
    const file = join(place(), 'file');
    writeFileSync(file, '');
    expect(() => makeFolder(file)).toThrow('EEXIST');
    expect(() => makeFolder(join(file, 'below'))).toThrow('ENOTDIR');
  });

  it('ends below /proc, where no folder can be made', () => {
    expect(() => makeFolder('/proc/loadout/state/sessions')).toThrow(/ENOENT|EACCES|EPERM/);
  });
});
