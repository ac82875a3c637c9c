import type { ToolResultBlock } from '../contract/model/message.js';
import { isObject } from '../names/json.js';
import { type ByteReader, type PictureKind, pictureKind, pictureSize } from './picture.js';

const paddingOf = (text: string): number => (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);

/** Whether a text is plain base64 with padding, the form that every model provider takes. The text may have megabytes. */
const isBase64 = (text: string): boolean =>
  text.length > 0 && text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.slice(0, text.length - paddingOf(text)));

/** Returns the number of bytes that a base64 text encodes. */
const base64Bytes = (text: string): number => (text.length / 4) * 3 - paddingOf(text);

/** Returns one byte of a base64 text without decoding the rest; `undefined` beyond the end. */
function base64ByteAt(text: string, at: number): number | undefined {
  if (at < 0 || at >= base64Bytes(text)) return undefined;
  const from = Math.floor(at / 3) * 4;
  return atob(text.slice(from, from + 4)).charCodeAt(at % 3);
}

/** Model providers accept 5 MiB of base64, and 8000 pixels a side. */
const MOST_PICTURE_BYTES = (5 * 1024 * 1024 * 3) / 4;
const MOST_SIDE = 8000;
/** A request may hold 32 MiB, the document and everything around it. */
const MOST_DOCUMENT_BYTES = 20 * 1024 * 1024;
/** The end marker of a picture lies within this many bytes of the end of the file. */
const TAIL_BYTES = 1024;

/**
 * Replaces each picture and document that a provider refuses with a sentence. A single refused block would make the provider
 * refuse every later request of the conversation. Pictures are judged by their bytes, which also correct the declared type.
 */
export function sendableBlocks<B>(blocks: readonly B[]): readonly B[] {
  const sendable = blocks.map(sendableBlock).filter((block) => !isEmptyText(block));
  return sendable.length > 0 || blocks.length === 0 ? sendable : blocks;
}

/** Makes the content of a `tool_result` block sendable. */
export const sendableResult = (block: ToolResultBlock): ToolResultBlock =>
  Array.isArray(block.content) ? { ...block, content: sendableBlocks<unknown>(block.content) } : block;

function sendableBlock<B>(block: B): B {
  if (!isObject(block) || !isObject(block.source) || block.source.type !== 'base64') return block;
  if (block.type === 'image') return sendablePicture(block) as B;
  return block.type === 'document' ? (sendableDocument(block) as B) : block;
}

function sendablePicture(block: Readonly<Record<string, unknown>>): unknown {
  const source = block.source as { readonly data?: unknown; readonly media_type?: unknown };
  const { data } = source;
  if (typeof data !== 'string' || !isBase64(data)) return leftOut('picture', 'its data is not base64');
  const bytes = base64Bytes(data);
  const byteAt: ByteReader = (at) => base64ByteAt(data, at);
  const kind = pictureKind(byteAt);
  if (kind === undefined) return leftOut('picture', `its ${bytes} bytes are not a PNG, JPEG, GIF or WebP image`);
  if (bytes > MOST_PICTURE_BYTES) return leftOut('picture', `it has ${bytes} bytes; at most ${MOST_PICTURE_BYTES} can be shown`);
  const size = pictureSize(byteAt, kind);
  if (size === undefined || !hasEnd({ byteAt, bytes }, kind)) return leftOut('picture', `its ${kind} data is damaged`);
  if (Math.max(size.width, size.height) > MOST_SIDE)
    return leftOut('picture', `it is ${size.width} x ${size.height} pixels; at most ${MOST_SIDE} a side can be shown`);
  const type = `image/${kind}`;
  return source.media_type === type ? block : { ...block, source: { ...source, media_type: type } };
}

function sendableDocument(block: Readonly<Record<string, unknown>>): unknown {
  const { data } = block.source as { readonly data?: unknown };
  if (typeof data !== 'string' || !isBase64(data)) return leftOut('document', 'its data is not base64');
  const bytes = base64Bytes(data);
  const start = [0, 1, 2, 3, 4].map((at) => String.fromCharCode(base64ByteAt(data, at) ?? 0)).join('');
  if (start !== '%PDF-') return leftOut('document', `its ${bytes} bytes are not a PDF`);
  return bytes > MOST_DOCUMENT_BYTES
    ? leftOut('document', `it has ${bytes} bytes; at most ${MOST_DOCUMENT_BYTES} can be sent`)
    : block;
}

/** Whether the picture ends with the marker of its kind. */
function hasEnd({ byteAt, bytes }: { readonly byteAt: ByteReader; readonly bytes: number }, kind: PictureKind): boolean {
  if (kind === 'webp') return sizeOfRiff(byteAt) <= bytes;
  const mark = END_MARKS[kind];
  for (let at = bytes - mark.length; at >= Math.max(0, bytes - TAIL_BYTES); at--)
    if (mark.every((byte, index) => byteAt(at + index) === byte)) return true;
  return false;
}

const END_MARKS = { png: [0x49, 0x45, 0x4e, 0x44], jpeg: [0xff, 0xd9], gif: [0x3b] } as const;

const sizeOfRiff = (byteAt: ByteReader): number =>
  8 + [4, 5, 6, 7].reduce((sum, at, index) => sum + (byteAt(at) ?? 0) * 256 ** index, 0);

const leftOut = (what: string, why: string) => ({ type: 'text', text: `[A ${what} was left out: ${why}.]` });

const isEmptyText = (block: unknown) => isObject(block) && block.type === 'text' && block.text === '';
