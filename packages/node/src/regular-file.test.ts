import { mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { regularFile } from './regular-file.js';

it('a file is read, also through a link, and what would never end or fill the memory is refused with its reason', () => {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-regular-'));
  const at = (name: string) => join(dir, name);
  writeFileSync(at('plain'), 'text');
  symlinkSync('plain', at('link'));
  symlinkSync('/dev/zero', at('device'));
  writeFileSync(at('large'), '');
  truncateSync(at('large'), 65 * 1024 * 1024);
  expect([regularFile(at('plain')).toString(), regularFile(at('link')).toString()]).toEqual(['text', 'text']);
  expect(() => regularFile(at('device'))).toThrow('it is not a regular file');
  expect(() => regularFile(at('large'))).toThrow('it is larger than 64 MiB');
  expect(() => regularFile(dir)).toThrow('it is a folder');
  expect(() => regularFile(at('none'))).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});
