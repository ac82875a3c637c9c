import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { changeText, writeWhole } from './whole-file.js';

const folder = () => mkdtempSync(join(tmpdir(), 'loadout-text-'));

it('a text that changes is another file in the place of the first, with its mode, behind the same link', () => {
  const dir = folder();
  const [file, link] = [join(dir, 'agent.config.yaml'), join(folder(), 'link.yaml')];
  writeFileSync(file, 'old');
  chmodSync(file, 0o640);
  symlinkSync(file, link);
  const before = statSync(file).ino;
  changeText(link, 'new');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777, lstatSync(link).isSymbolicLink()]).toEqual([
    'new',
    0o640,
    true,
  ]);
  // A file that was written in place would have been empty for a moment.
  expect(statSync(file).ino).not.toBe(before);
  expect(readdirSync(dir)).toEqual(['agent.config.yaml']);
});

it('a link in the place of a written file is replaced: a repository may have laid it to a file elsewhere', () => {
  const [file, link] = [join(folder(), 'profile'), join(folder(), 'results.jsonl')];
  writeFileSync(file, 'own');
  symlinkSync(file, link);
  writeWhole(link, 'results');
  expect([readFileSync(file, 'utf8'), readFileSync(link, 'utf8')]).toEqual(['own', 'results']);
});

it('a text that was not there is made with the mode of any file', () => {
  const file = join(folder(), 'loadout.lock');
  const other = join(folder(), 'other');
  writeFileSync(other, '');
  changeText(file, 'new');
  expect([readFileSync(file, 'utf8'), statSync(file).mode]).toEqual(['new', statSync(other).mode]);
});

it('a read-only file is an error that names it, and stays as it is', () => {
  const file = join(folder(), 'agent.config.yaml');
  writeFileSync(file, 'old', { mode: 0o444 });
  const refused = expect.objectContaining({ code: 'FILE_NOT_WRITTEN', message: `${file} cannot be written: it is read-only.` });
  expect(() => changeText(file, 'new')).toThrow(refused);
  expect(() => writeWhole(file, 'new')).toThrow(refused);
  expect(readFileSync(file, 'utf8')).toBe('old');
});

it('a folder in the place of the file is an error that names it', () => {
  expect(() => changeText(folder(), 'new')).toThrow(expect.objectContaining({ code: 'FILE_NOT_WRITTEN' }));
});

it('a link to a file that is not there is an error: a repository may have laid it to a file that a shell reads', () => {
  const [link, outside] = [join(folder(), 'loadout.lock'), join(folder(), '.bash_aliases')];
  symlinkSync(outside, link);
  const refused = {
    code: 'FILE_NOT_WRITTEN',
    message: `${link} cannot be written: it is a link, which is not followed; remove it first.`,
  };
  expect(() => changeText(link, 'new')).toThrow(expect.objectContaining(refused));
  expect(existsSync(outside)).toBe(false);
});
