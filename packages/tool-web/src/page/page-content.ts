import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { cleanText } from '../clean-text.js';
import { errors } from '../errors.js';
import { contentKind } from './content-kind.js';
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
 * Decodes text in the order of the HTML standard: the byte order mark, the server's charset and, in HTML, the page's charset.
 * Without any of them, the text is UTF-8 if it is valid UTF-8, else windows-1252. Invalid bytes become U+FFFD.
 */
async function decodeText({ bytes, contentType }: Bytes, { html }: { html: boolean }): Promise<string> {
  const { default: sniff } = await import('html-encoding-sniffer');
  const label = /;\s*charset\s*=\s*"?\s*([^\s;"]+)/i.exec(contentType ?? '')?.[1];
  const encoding = sniff(bytes, {
    // No page but HTML has its encoding in a meta element.
    xml: !html,
    ...(label === undefined ? {} : { transportLayerEncodingLabel: label }),
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252',
  });
  return decoderOf(encoding).decode(bytes);
}

/** Returns the decoder. The standard has two encodings without a decoder. */
function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
