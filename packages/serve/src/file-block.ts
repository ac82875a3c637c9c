import type { Block } from '@loadout/core/model';

interface SentFile {
  readonly mime: string;
  /** base64. */
  readonly data: string;
  readonly name: string;
}

/** A file of a client as a block for the model. `undefined`: it is no picture, no PDF and no text. */
export function fileBlock({ mime, data, name }: SentFile): Block | undefined {
  const source = { type: 'base64', media_type: mime, data };
  if (mime.startsWith('image/')) return { type: 'image', source };
  if (mime === 'application/pdf') return { type: 'document', source, title: name };
  if (!/^(?:text\/|application\/(?:json|xml|yaml)$)/.test(mime)) return undefined;
  return { type: 'text', text: `The file ${JSON.stringify(name)}:\n${Buffer.from(data, 'base64').toString('utf8')}` };
}
