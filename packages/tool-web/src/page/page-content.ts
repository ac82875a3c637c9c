import { cleanText } from '../clean-text.js';
import { errors } from '../errors.js';
import { contentKind } from './content-kind.js';
import { decodeText } from './decode-text.js';
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
