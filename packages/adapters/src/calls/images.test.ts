import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContentBlock } from '@loadout/core';
import { expect, it, onTestFinished } from 'vitest';
import { withImages } from './images.js';

const data = Buffer.from('bytes').toString('base64');
const shown = async (block: ContentBlock, folder: string) => {
  const [only] = await withImages([block], { images: 'file', folder });
  return only?.type === 'text' ? only.text : JSON.stringify(only);
};

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-images-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it.each([
  ['image/jpeg', 'jpeg'],
  ['image/svg+xml', 'svg'],
  ['IMAGE/PNG; a=b', 'png'],
  ['image/../../x', 'bin'],
  ['image/', 'bin'],
])('a picture of the type %s is saved in the folder and ends in .%s (GAP-F9)', async (mimeType, ending) => {
  const folder = temporary();
  const text = await shown({ type: 'image', data, mimeType }, folder);
  const path = /saved to file: (.+)\]$/.exec(text)?.[1] ?? '';
  expect([path.startsWith(`${folder}/`), path.endsWith(`.${ending}`), readFileSync(path, 'utf8')]).toEqual([true, true, 'bytes']);
});

it('a picture that cannot be saved is a note with the reason, and other blocks stay as they are', async () => {
  const file = join(temporary(), 'file');
  writeFileSync(file, '');
  expect(await shown({ type: 'image', data, mimeType: 'image/png' }, join(file, 'x'))).toMatch(/not shown, and .*ENOTDIR/);
  const link: ContentBlock = { type: 'resource_link', uri: 'file:///a' };
  expect(await withImages([link], { images: 'file', folder: file })).toEqual([link]);
});
