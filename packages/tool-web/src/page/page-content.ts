import { isUtf8 } from 'node:buffer';
import { cleanText } from '../clean-text.js';
import { errors } from '../errors.js';
import { charsetOf, contentKind } from './content-kind.js';
import { htmlToMarkdown } from './html-to-markdown.js';
import { pdfText } from './pdf-text.js';

/** The part of a page that the model gets: text without invisible characters, or a picture. */
export type PageContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

/** The largest picture that the Messages API accepts: 5 MiB as base64. */
const MOST_IMAGE_BYTES = 3_932_160;

/** The most HTML that is converted. A person would not scroll further. */
const MOST_HTML_BYTES = 4 * 1024 * 1024;

export interface RawPage {
  readonly url: string;
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
}

export async function pageContent(page: RawPage, { signal }: { signal: AbortSignal }): Promise<PageContent> {
  const kind = contentKind(page.bytes, page.contentType);
  const text = (raw: string): PageContent => ({ type: 'text', text: cleanText(raw) });
  switch (kind.is) {
    case 'html':
      return text(await htmlText(page));
    case 'text':
      return text(await decodeText(page, { html: false }));
    case 'pdf':
      return text(await pdfText(page.bytes, { url: page.url, signal }));
    case 'image':
      if (page.bytes.length > MOST_IMAGE_BYTES)
        throw errors.WEB_CONTENT_UNREADABLE({ url: page.url, kind: `a picture of ${page.bytes.length} bytes` });
      return { type: 'image', data: page.bytes.toString('base64'), mimeType: kind.mimeType };
    default:
      throw errors.WEB_CONTENT_UNREADABLE({ url: page.url, kind: kind.what });
  }
}

async function htmlText({ url, contentType, bytes }: RawPage): Promise<string> {
  const shown = firstBytes(bytes);
  const markdown = await htmlToMarkdown(await decodeText({ contentType, bytes: shown }, { html: true }), { url });
  const rest = bytes.length - shown.length;
  return rest === 0 ? markdown : `${markdown}\n\n[The last ${rest} bytes of the HTML were left out.]`;
}

/** Ends between two characters of UTF-8. */
function firstBytes(bytes: Buffer): Buffer {
  let end = Math.min(bytes.length, MOST_HTML_BYTES);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

interface Bytes {
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
}

/**
 * Decodes text in the order of the HTML standard: the byte order mark, the server's charset and the document's own, which HTML has in a
 * meta element and XML in its first line. Without any of them, the text is UTF-8 if it is valid UTF-8, else windows-1252. Invalid bytes
 * become U+FFFD.
 */
async function decodeText({ bytes, contentType }: Bytes, { html }: { html: boolean }): Promise<string> {
  const { default: sniff } = await import('html-encoding-sniffer');
  // Node 20 decodes 0x80 to 0x9f of windows-1252 as control characters, so that quotes and dashes would be lost.
  const { TextDecoder } = await import('@exodus/bytes/encoding.js');
  const label = charsetOf(contentType) ?? (html ? undefined : xmlEncoding(bytes));
  const encoding = sniff(bytes, {
    // No page but HTML has its encoding in a meta element.
    xml: !html,
    ...(label === undefined ? {} : { transportLayerEncodingLabel: label }),
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252',
  });
  // The standard has one name for encodings that it refuses to decode.
  return new TextDecoder(encoding === 'replacement' ? 'windows-1252' : encoding).decode(bytes);
}

/** The encoding that the first line of XML names. A line that is readable here is not UTF-16, whatever it says. */
const xmlEncoding = (bytes: Buffer): string | undefined =>
  /^<\?xml[^>]*?\sencoding\s*=\s*["'](?!utf-16)([\w.-]+)/i.exec(bytes.subarray(0, 256).toString('latin1'))?.[1];
