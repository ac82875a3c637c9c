import { readFileSync, statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import type { Block } from '@loadout/core/model';

const IMAGES: Readonly<Record<string, 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};
const MOST_BYTES = 5 * 1024 * 1024;

/** A prompt with the images that it names by path, if there are some. */
export function promptBlocks(text: string, cwd: string): string | readonly Block[] {
  const images = text.split(/\s+/).flatMap((word) => imageAt(word.replace(/^@/, ''), cwd) ?? []);
  return images.length === 0 ? text : [{ type: 'text', text }, ...images];
}

function imageAt(path: string, cwd: string): Block | undefined {
  const media = IMAGES[extname(path).toLowerCase()];
  if (media === undefined) return undefined;
  const file = resolve(cwd, path);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size > MOST_BYTES) return undefined;
  return { type: 'image', source: { type: 'base64', media_type: media, data: readFileSync(file).toString('base64') } };
}
