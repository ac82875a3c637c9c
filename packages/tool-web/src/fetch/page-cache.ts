import { LONGEST_TIMER_MS } from '@loadout/node';
import type { PageContent } from '../page/page-content.js';

/** A page as it is kept and shown. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  /** Bytes received, decompressed. */
  readonly bytes: number;
  readonly content: PageContent;
}

export interface PageCache {
  get(url: string): Page | undefined;
  set(url: string, page: Page): void;
  clear(): void;
  readonly size: number;
}

const MOST_PAGES = 100;
const MOST_CHARS = 16 * 1024 * 1024;

/** Pages by URL for a while, the oldest going first. Cleans itself, and keeps no process alive for that. */
export function createPageCache(options: { readonly seconds: number; readonly now?: () => number }): PageCache {
  const { seconds, now = () => performance.now() } = options;
  const pages = new Map<string, { page: Page; until: number; chars: number }>();
  let chars = 0;
  let timer: NodeJS.Timeout | undefined;

  const drop = (url: string) => {
    chars -= pages.get(url)?.chars ?? 0;
    pages.delete(url);
  };
  // Entries are ordered by their expiry.
  const sweep = () => {
    for (const [url, entry] of pages) {
      if (entry.until > now() && pages.size <= MOST_PAGES && chars <= MOST_CHARS) break;
      drop(url);
    }
    clearTimeout(timer);
    const [next] = pages.values();
    if (next !== undefined) timer = setTimeout(sweep, Math.min(Math.max(1, next.until - now()), LONGEST_TIMER_MS)).unref();
  };

  return {
    get(url) {
      sweep();
      return pages.get(url)?.page;
    },
    set(url, page) {
      const length = page.content.type === 'text' ? page.content.text.length : page.content.data.length;
      if (seconds === 0 || length > MOST_CHARS / 2) return;
      drop(url);
      pages.set(url, { page, until: now() + seconds * 1000, chars: length });
      chars += length;
      sweep();
    },
    clear() {
      for (const url of [...pages.keys()]) drop(url);
      clearTimeout(timer);
    },
    get size() {
      return pages.size;
    },
  };
}
