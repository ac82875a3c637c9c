import { imageType } from './image.js';

/** A file that a prompt names with `@`. */
export interface Mention {
  readonly path: string;
  /** The media type, if the name is that of an image that models read. */
  readonly image?: string | undefined;
}

const BEGUN = /(?:^|[\s([{])(@(?:"([^"\n]*)|([^\s"]*)))$/;
const WHOLE = /(?<=^|[\s([{])@(?:"([^"\n]{1,4096})"|([^\s"]{1,4096}))/g;
/** Marks behind a mention that belong to the sentence. */
const SENTENCE = /[,.;:!?)\]}'’]+$/;

/** Returns what was typed of a mention before the cursor, and the characters it takes with its `@`. */
export function begunMention(before: string): { readonly query: string; readonly length: number } | undefined {
  const [, whole, quoted, bare] = BEGUN.exec(before) ?? [];
  return whole === undefined ? undefined : { query: quoted ?? bare ?? '', length: whole.length };
}

export const mentionOf = (path: string): string => (/[\s,;]/.test(path) ? `@"${path}"` : `@${path}`);

/** Returns the files that a prompt names, each once. Whether they exist is for the reader to see. */
export function mentionsIn(text: string): readonly Mention[] {
  const paths = [...text.matchAll(WHOLE)].map(([, quoted, bare = '']) => quoted ?? bare.replace(SENTENCE, ''));
  return [...new Set(paths)].filter((path) => path !== '').map((path) => ({ path, image: imageType(path) }));
}
