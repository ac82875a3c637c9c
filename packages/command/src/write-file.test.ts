import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeFile } from './write-file.js';

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-write-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

it('a link of a repository leads no command to another file', () => {
  const dir = folder();
  const [target, link] = [join(dir, 'authorized_keys'), join(dir, '.loadout', 'schema.json')];
  writeFileSync(target, 'keys');
  mkdirSync(join(dir, '.loadout'));
  symlinkSync(target, link);
  const refused = {
    code: 'FILE_NOT_WRITTEN',
    message: `${link} cannot be written: it is a link, which is not followed; remove it first.`,
  };
  expect(() => writeFile(link, { text: '{}' })).toThrow(expect.objectContaining(refused));
  expect([writeFile(link, { text: '{}', exclusive: true }), readFileSync(target, 'utf8')]).toEqual([false, 'keys']);
});

it('a place that a person has named may be a link, and the link stays', () => {
  const dir = folder();
  const [target, link] = [join(dir, 'schema.json'), join(dir, 'link.json')];
  writeFileSync(target, 'longer than new');
  symlinkSync(target, link);
  writeFile(link, { text: 'new', isNamed: true });
  expect([readFileSync(target, 'utf8'), lstatSync(link).isSymbolicLink()]).toEqual(['new', true]);
});

it('a pipe of a repository, which nobody reads, is an error', () => {
  const pipe = join(folder(), 'schema.json');
  execFileSync('mkfifo', [pipe]);
  expect(() => writeFile(pipe, { text: '{}' })).toThrow(expect.objectContaining({ code: 'FILE_NOT_WRITTEN' }));
});

it('a file is made with its folders, and replaced', () => {
  const file = join(folder(), 'a', 'b.txt');
  writeFile(file, { text: 'longer' });
  writeFile(file, { text: 'new' });
  expect(readFileSync(file, 'utf8')).toBe('new');
});

it('a folder that cannot be made is an error, also below /proc, where a recursive mkdir never returns', () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  for (const place of [join(file, 'below', 'schema.json'), '/proc/loadout/below/schema.json'])
    expect(() => writeFile(place, { text: '{}' })).toThrow(expect.objectContaining({ code: 'FILE_NOT_WRITTEN' }));
});
