import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Block } from '@loadout/core/model';
import { mentionsIn } from '../files/mention.js';

interface PromptPlace {
  readonly cwd: string;
  /** Whether the rules let the agent read a path. */
  readonly isOffered: (path: string) => boolean;
}

/** A larger image is refused by providers. */
const MOST_BYTES = 5 * 1024 * 1024;

/** A prompt with the images that it names, if there are some. */
export function promptBlocks(text: string, place: PromptPlace): string | readonly Block[] {
  const images = mentionsIn(text).flatMap(({ path, image }) =>
    image === undefined ? [] : imageBlocks(path, { ...place, image }),
  );
  return images.length === 0 ? text : [{ type: 'text', text }, ...images];
}

function imageBlocks(path: string, { cwd, isOffered, image }: PromptPlace & { readonly image: string }): readonly Block[] {
  const file = resolve(cwd, path);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size > MOST_BYTES || !isOffered(path)) return [];
  return [{ type: 'image', source: { type: 'base64', media_type: image, data: readFileSync(file).toString('base64') } }];
}
