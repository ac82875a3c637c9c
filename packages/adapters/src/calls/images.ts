import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ContentBlock, messageOf } from '@loadout/core';
import { partsOf, type ResultPart } from './host-result.js';

/**
 * The fate of pictures and PDFs in results: `data` hands them to the host, `file` saves them and names the path, `note` says that there
 * was one. Source: GAP-F9.
 */
export const IMAGES = ['data', 'file', 'note'] as const;
export type Images = (typeof IMAGES)[number];

/** Returns the content of a result with its pictures and PDFs as the program wants them. `folder` is made when it is needed. */
export async function withImages(
  content: readonly ContentBlock[],
  { images, folder }: { readonly images: Images; readonly folder: string },
): Promise<readonly ContentBlock[]> {
  if (images === 'data') return content;
  const parts = partsOf(content);
  return Promise.all(
    content.map(async (block, index) => {
      const part = parts[index];
      return part === undefined || part.type === 'text'
        ? block
        : { type: 'text', text: await textFor(part, images === 'file' ? folder : undefined) };
    }),
  );
}

type BinaryPart = Exclude<ResultPart, { readonly type: 'text' }>;

async function textFor({ type, data, mimeType }: BinaryPart, folder: string | undefined): Promise<string> {
  const bytes = Buffer.from(data, 'base64');
  const what = `${type === 'image' ? 'Image' : 'Document'} ${mimeType}, ${Math.ceil(bytes.length / 1024)} KB`;
  if (folder === undefined) return `[${what}, not shown]`;
  try {
    const path = join(folder, `${randomUUID()}.${endingOf(mimeType)}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
    return `[${what}, saved to file: ${path}]`;
  } catch (error) {
    return `[${what}, not shown, and it could not be saved: ${messageOf(error)}]`;
  }
}

/** `svg` for `image/svg+xml`. A server may send any text as a type. */
const endingOf = (mimeType: string): string =>
  /^[a-z]+\/([a-z0-9]{1,10})(?![a-z0-9])/i.exec(mimeType)?.[1]?.toLowerCase() ?? 'bin';
