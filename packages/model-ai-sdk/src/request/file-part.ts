import type { PromptPart, ProviderData } from '../model/language-model.js';

/** The differences between versions of the interface and between providers. */
export interface Dialect {
  readonly version: 'v3' | 'v4';
  readonly resultImages: boolean;
  /** Added to calls that another model made. */
  readonly foreignCall?: ProviderData | undefined;
}

interface FileBlock {
  readonly type: string;
  readonly title?: string | undefined;
  readonly source: {
    readonly type: string;
    readonly media_type?: string | undefined;
    readonly data?: string | undefined;
    readonly url?: string | undefined;
  };
}

const isFile = (block: object): block is FileBlock =>
  'source' in block && typeof block.source === 'object' && block.source !== null && 'type' in block.source;

/** A picture or a document in the shape of the Messages API. */
export const isPicture = (block: { readonly type: string }): boolean =>
  (block.type === 'image' || block.type === 'document') && isFile(block) && (block.source as { type: string }).type !== 'file';

/** The part of a prompt for a picture or a document. */
export function filePart(block: object, { version }: Dialect): PromptPart {
  const { type, title, source } = block as FileBlock;
  const mediaType = source.media_type ?? (type === 'image' ? 'image/*' : 'application/pdf');
  const named = title === undefined ? {} : { filename: title };
  return { type: 'file', mediaType, data: dataOf(source, version), ...named };
}

/** The part for a file inside the result of a tool, where version 3 has types of its own. */
export function resultFile(block: object, dialect: Dialect): PromptPart {
  if (dialect.version === 'v4') return filePart(block, dialect);
  const { type, source } = block as FileBlock;
  const kind = type === 'image' ? 'image' : 'file';
  if (source.type === 'url') return { type: `${kind}-url`, url: source.url };
  const mediaType = source.media_type ?? 'application/octet-stream';
  return { type: `${kind}-data`, mediaType, data: plainData(source) };
}

function dataOf(source: FileBlock['source'], version: Dialect['version']): unknown {
  const url = source.type === 'url' ? new URL(source.url ?? '') : undefined;
  if (version === 'v3') return url ?? plainData(source);
  return url === undefined ? { type: 'data', data: plainData(source) } : { type: 'url', url };
}

/** base64, also of a document that is a text. */
const plainData = ({ type, data = '' }: FileBlock['source']): string =>
  type === 'text' ? Buffer.from(data).toString('base64') : data;
