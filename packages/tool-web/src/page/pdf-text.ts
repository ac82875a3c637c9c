import { messageOf } from '@loadout/core';
import { errors } from '../errors.js';

const MOST_PAGES = 500;
const SECONDS = 15;

/** The text of a PDF, page after page. Pictures of text stay unread. */
export async function pdfText(bytes: Buffer, { url, signal }: { url: string; signal: AbortSignal }): Promise<string> {
  const { getDocumentProxy } = await import('unpdf');
  const until = performance.now() + SECONDS * 1000;
  const pages: string[] = [];
  try {
    // The library takes ownership of the memory, which a Buffer may share with other data.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    try {
      const count = Math.min(document.numPages, MOST_PAGES);
      for (let number = 1; number <= count && performance.now() < until; number++) {
        signal.throwIfAborted();
        pages.push(await textOfPage(document, number));
      }
      return layOut(pages, document.numPages);
    } finally {
      await document.destroy();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw errors.WEB_CONTENT_UNREADABLE({ url, kind: `a PDF that cannot be read (${messageOf(error).slice(0, 200)})` });
  }
}

interface Document {
  getPage(number: number): Promise<{ getTextContent(): Promise<{ items: readonly object[] }>; cleanup(): unknown }>;
}

async function textOfPage(document: Document, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items
    .map((item) => ('str' in item ? `${item.str}${'hasEOL' in item && item.hasEOL === true ? '\n' : ''}` : ''))
    .join('')
    .trim();
}

function layOut(pages: readonly string[], all: number): string {
  const shown = pages.map((text, index) => `--- Page ${index + 1} of ${all} ---\n\n${text || '(no text)'}`);
  if (pages.length < all) shown.push(`[Pages ${pages.length + 1} to ${all} were left out.]`);
  return shown.join('\n\n');
}
