import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepFiles } from './keep-files.js';

const folder = () => mkdtempSync(join(tmpdir(), 'loadout-keep-'));

it('takes back what changed, what is gone and what is new, and writes nothing that did not change', () => {
  const dir = folder();
  const at = (name: string) => join(dir, name);
  for (const name of ['changed', 'gone', 'same']) writeFileSync(at(name), 'before');
  utimesSync(at('same'), 1, 1);
  const takeBack = keepFiles(['changed', 'gone', 'new', 'same'].map(at));
  writeFileSync(at('changed'), 'after');
  rmSync(at('gone'));
  writeFileSync(at('new'), 'after');
  takeBack();
  expect(['changed', 'gone'].map((name) => readFileSync(at(name), 'utf8'))).toEqual(['before', 'before']);
  expect([existsSync(at('new')), statSync(at('same')).mtimeMs]).toEqual([false, 1000]);
});

it('names the file that cannot be taken back', () => {
  const file = join(folder(), 'changed');
  writeFileSync(file, 'before');
  const takeBack = keepFiles([file]);
  rmSync(file);
  mkdirSync(file);
  expect(takeBack).toThrow(expect.objectContaining({ code: 'FILE_NOT_WRITTEN', message: expect.stringContaining(file) }));
});

it('keeps nothing of a device, which would never end', () => {
  const file = join(folder(), 'device');
  symlinkSync('/dev/zero', file);
  expect(() => keepFiles([file])).toThrow('it is not a regular file');
});

it('takes back a file behind a link of its person, and the link stays', () => {
  const dir = folder();
  const [file, link] = [join(dir, 'shared.yaml'), join(dir, 'agent.config.yaml')];
  writeFileSync(file, 'before');
  symlinkSync(file, link);
  const takeBack = keepFiles([link]);
  writeFileSync(link, 'after');
  takeBack();
  expect([readFileSync(file, 'utf8'), lstatSync(link).isSymbolicLink()]).toEqual(['before', true]);
});

it('begins no change of a link that leads nowhere, which taking back would remove', () => {
  const link = join(folder(), 'loadout.lock');
  symlinkSync('nowhere', link);
  expect(() => keepFiles([link])).toThrow(`${link} cannot be written: it is a link to a file that is not there`);
});
