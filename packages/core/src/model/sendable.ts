import type { ToolResultBlock } from '../contract/model/message.js';
import { isObject } from '../names/is-object.js';

/** Model providers take 5 MiB of base64, and 8000 pixels a side. */
const MOST_PICTURE_BYTES = (5 * 1024 * 1024 * 3) / 4;
const MOST_SIDE = 8000;
/** A request may hold 32 MiB with all that is around the document. */
const MOST_DOCUMENT_BYTES = 20 * 1024 * 1024;
/** How far before the end of a file its end marker may stand. */
const TAIL_BYTES = 1024;

/**
 * Blocks of a request, with a sentence in the place of each picture and document that a provider refuses: one of them would
 * make it refuse every later request of the conversation. A picture is judged by its bytes, and its type corrected by them.
 */
export function sendableBlocks<B>(blocks: readonly B[]): readonly B[] {
  const sendable = blocks.map(sendableBlock).filter((block) => !isEmptyText(block));
  return sendable.length > 0 || blocks.length === 0 ? sendable : blocks;
}

/** A `tool_result` block whose content can be sent. */
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
  if (kind === undefined) return leftOut('picture', `its ${bytes} bytes are no PNG, JPEG, GIF or WebP image`);
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
  if (start !== '%PDF-') return leftOut('document', `its ${bytes} bytes are no PDF`);
  return bytes > MOST_DOCUMENT_BYTES
    ? leftOut('document', `it has ${bytes} bytes; at most ${MOST_DOCUMENT_BYTES} can be sent`)
    : block;
}

/** Whether the end that every picture of its kind has is there. */
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

/** The pictures that models are shown, under the names that `image/…` has for them. */
export type PictureKind = 'png' | 'jpeg' | 'gif' | 'webp';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The bytes of a file, read one by one: `undefined` beyond its end. */
export type ByteReader = (at: number) => number | undefined;

/** The kind of a picture by its first bytes; its name and its declared type say nothing. */
export function pictureKind(byteAt: ByteReader): PictureKind | undefined {
  const start = textAt(byteAt, 0, 12);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'webp' : undefined;
}

/** Width and height as the header claims them, nothing decoded; `undefined` when it does not say. */
export function pictureSize(byteAt: ByteReader, kind: PictureKind): PictureSize | undefined {
  const size = SIZES[kind](byteAt);
  return size === undefined || size.width === 0 || size.height === 0 ? undefined : size;
}

const SIZES: Readonly<Record<PictureKind, (byteAt: ByteReader) => PictureSize | undefined>> = {
  png: (byteAt) => sizeOf(big(byteAt, 16, 4), big(byteAt, 20, 4)),
  gif: (byteAt) => sizeOf(little(byteAt, 6, 2), little(byteAt, 8, 2)),
  webp: webpSize,
  jpeg: jpegSize,
};

function webpSize(byteAt: ByteReader): PictureSize | undefined {
  if (byteAt(29) === undefined) return undefined;
  switch (textAt(byteAt, 12, 4)) {
    case 'VP8 ':
      return sizeOf((little(byteAt, 26, 2) ?? 0) & 0x3fff, (little(byteAt, 28, 2) ?? 0) & 0x3fff);
    case 'VP8L': {
      const bits = little(byteAt, 21, 4) ?? 0;
      return sizeOf((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return sizeOf((little(byteAt, 24, 3) ?? 0) + 1, (little(byteAt, 27, 3) ?? 0) + 1);
    default:
      return undefined;
  }
}

/** Goes from segment to segment up to the frame header, which alone has the size. */
function jpegSize(byteAt: ByteReader): PictureSize | undefined {
  for (let at = 2; byteAt(at + 8) !== undefined; ) {
    if (byteAt(at) !== 0xff) return undefined;
    const marker = byteAt(at + 1) ?? 0;
    if (marker === 0xff) at += 1;
    else if (isFrameHeader(marker)) return sizeOf(big(byteAt, at + 7, 2), big(byteAt, at + 5, 2));
    else at += 2 + (big(byteAt, at + 2, 2) ?? 0);
  }
  return undefined;
}

/** 0xc4, 0xc8 and 0xcc lie in the same range and are tables. */
const isFrameHeader = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const sizeOf = (width: number | undefined, height: number | undefined): PictureSize | undefined =>
  width === undefined || height === undefined ? undefined : { width, height };

const textAt = (byteAt: ByteReader, at: number, length: number): string =>
  Array.from({ length }, (_, index) => String.fromCharCode(byteAt(at + index) ?? 0)).join('');

function big(byteAt: ByteReader, at: number, length: number): number | undefined {
  let value = 0;
  for (let index = 0; index < length; index++) {
    const byte = byteAt(at + index);
    if (byte === undefined) return undefined;
    value = value * 256 + byte;
  }
  return value;
}

const little = (byteAt: ByteReader, at: number, length: number): number | undefined =>
  big((index) => byteAt(2 * at + length - 1 - index), at, length);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...ALPHABET].map((char, value) => [char.charCodeAt(0), value]));

const paddingOf = (text: string): number => (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);

/** Plain base64 with its padding: the one form that every model provider takes. The text may have megabytes. */
export const isBase64 = (text: string): boolean =>
  text.length > 0 && text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.slice(0, text.length - paddingOf(text)));

/** The number of bytes that a base64 text stands for. */
export const base64Bytes = (text: string): number => (text.length / 4) * 3 - paddingOf(text);

/** One byte of it, without decoding the rest. */
export function base64ByteAt(text: string, at: number): number | undefined {
  if (at < 0 || at >= base64Bytes(text)) return undefined;
  const from = Math.floor(at / 3) * 4;
  const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((index) => VALUES.get(text.charCodeAt(from + index)) ?? 0);
  return [(a << 2) | (b >> 4), ((b & 15) << 4) | (c >> 2), ((c & 3) << 6) | d][at % 3];
}
