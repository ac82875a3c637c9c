import { existsSync } from 'node:fs';
import { extname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** Returns the media type of an image that models read, by its name. */
export const imageType = (path: string): string | undefined => TYPES[extname(path).toLowerCase()];

export interface PastePlace {
  readonly cwd: string;
  readonly home: string;
}

/**
 * Returns the path of an image if a pasted text is nothing else, as when a file is dropped on the terminal: relative to `cwd` where it is
 * below it. Terminals quote such a path in several ways.
 */
export function pastedImage(text: string, { cwd, home }: PastePlace): string | undefined {
  const pasted = text.trim();
  if (pasted.length > 4096 || pasted.includes('\n') || imageType(unquoted(pasted)) === undefined) return undefined;
  const path = [pasted, unquoted(pasted)]
    .map((one) => resolve(cwd, one.replace(/^~(?=\/)/, home)))
    .find((one) => existsSync(one));
  if (path === undefined) return undefined;
  const below = relative(cwd, path);
  return below.startsWith('..') ? path : below;
}

function unquoted(pasted: string): string {
  const [, quoted] = /^(['"])(.*)\1$/.exec(pasted)?.slice(1) ?? [];
  if (quoted !== undefined) return quoted;
  return pasted.startsWith('file://') ? pathOfUrl(pasted) : pasted.replace(/\\(.)/g, '$1');
}

function pathOfUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return url;
  }
}
