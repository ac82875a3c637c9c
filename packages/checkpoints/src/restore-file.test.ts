import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from './checkpoints.test-kit.js';
import { restoreFile } from './restore-file.js';

const OLD = Buffer.from('old');
const was = { kind: 'file', sha256: createHash('sha256').update(OLD).digest('hex'), size: OLD.length, mode: 0o644 } as const;

/** Restores a file while `meanwhile` happens: after the file was inspected, before the new one replaces it. */
function restoring(meanwhile: (at: (name: string) => string) => void) {
  const folder = tempFolder();
  const at = (name: string) => join(folder, name);
  mkdirSync(at('sub'));
  writeFileSync(at('sub/a'), 'new');
  const restore = () => restoreFile(at('sub/a'), { was, dryRun: false, copy: () => OLD, announce: () => meanwhile(at) });
  return { at, restore };
}

describe('restoring a file', () => {
  it('leaves the whole file under its name, and no other file', () => {
    const { at, restore } = restoring(() => {});
    expect(restore()).toEqual({ insertions: 1, deletions: 1 });
    expect([readFileSync(at('sub/a'), 'utf8'), readdirSync(at('sub'))]).toEqual(['old', ['a']]);
  });

  it('keeps a change that another process makes at that moment', () => {
    const { at, restore } = restoring((place) => writeFileSync(place('sub/a'), 'theirs'));
    expect(restore).toThrow('it was changed by another process just now');
    expect([readFileSync(at('sub/a'), 'utf8'), readdirSync(at('sub'))]).toEqual(['theirs', ['a']]);
  });

  it('leaves the target of a link that replaces the file at that moment', () => {
    const { at, restore } = restoring((place) => {
      writeFileSync(place('other'), 'new');
      rmSync(place('sub/a'));
      symlinkSync('../other', place('sub/a'));
    });
    expect(restore).toThrow('it was changed by another process just now');
    expect([readFileSync(at('other'), 'utf8'), readdirSync(at('sub'))]).toEqual(['new', ['a']]);
  });

  it('changes nothing at the new place of a path whose folder is moved at that moment', () => {
    const { at, restore } = restoring((place) => {
      renameSync(place('sub'), place('moved'));
      mkdirSync(place('elsewhere'));
      writeFileSync(place('elsewhere/a'), 'precious');
      symlinkSync('elsewhere', place('sub'));
    });
    expect(restore).toThrow('so nothing was done in it');
    expect([readFileSync(at('elsewhere/a'), 'utf8'), readdirSync(at('moved'))]).toEqual(['precious', ['a']]);
  });

  it('leaves a file alone that may not be written to', () => {
    const { at, restore } = restoring(() => {});
    chmodSync(at('sub/a'), 0o444);
    // Root may write to every file, so the test has no effect for root.
    if (process.getuid?.() === 0) restore();
    else expect(restore).toThrow('EACCES');
    expect(readFileSync(at('sub/a'), 'utf8')).toBe(process.getuid?.() === 0 ? 'old' : 'new');
  });
});
