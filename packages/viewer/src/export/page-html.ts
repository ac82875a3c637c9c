import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { errors } from '../errors.js';
import type { PageData } from '../model/page-data.js';

/** The place of the data of an exported page. */
const MARKER = '<!--data-->';
const OWN_SERVER = "connect-src 'self'";
const NOWHERE = "connect-src 'none'";

/**
 * The page of the viewer: without data, the one that asks the server; with data, a file of its own, which asks nobody. The data is
 * base64, so no text of a transcript is ever HTML. Throws VIEW_PAGE, and VIEW_TOO_LARGE.
 */
export function pageHtml(data?: PageData, file = builtPage('page.html')): string {
  const page = readPage(file);
  if (data === undefined) return page;
  const element = `<script type="application/octet-stream" id="data">${packed(data)}</script>`;
  // The first occurrence of each: the script of the page may contain both words.
  return replaced(replaced(page, { text: OWN_SERVER, by: NOWHERE }), { text: MARKER, by: element });
}

/** The page to talk to the agents of a server, which is the page's own. Throws VIEW_PAGE. */
export const talkHtml = (): string => readPage(builtPage('talk.html'));

function readPage(file: string): string {
  let page: string;
  try {
    page = readFileSync(file, 'utf8');
  } catch (cause) {
    throw errors.VIEW_PAGE({ file, problem: (cause as Error).message }, { cause });
  }
  for (const part of [OWN_SERVER, MARKER])
    if (!page.includes(part)) throw errors.VIEW_PAGE({ file, problem: `it has no ${part}` });
  return page;
}

/** A page lies beside the built code. The sources find it where the build puts it. */
function builtPage(name: 'page.html' | 'talk.html'): string {
  const beside = fileURLToPath(new URL(`./${name}`, import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
}

function packed(data: PageData): string {
  try {
    return gzipSync(JSON.stringify(data), { level: 9 }).toString('base64');
  } catch (cause) {
    if (cause instanceof RangeError) throw errors.VIEW_TOO_LARGE({}, { cause });
    throw cause;
  }
}

function replaced(page: string, { text, by }: { readonly text: string; readonly by: string }): string {
  const at = page.indexOf(text);
  return `${page.slice(0, at)}${by}${page.slice(at + text.length)}`;
}
