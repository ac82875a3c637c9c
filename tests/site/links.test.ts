import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { DIST, pagesOfSite } from './site.test-kit.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (page: string) => readFileSync(join(DIST, page), 'utf8');
const version = (JSON.parse(readFileSync(join(ROOT, 'packages/core/package.json'), 'utf8')) as { version: string }).version;
/** The page that GitHub Pages shows for an unknown address has no text of ours. */
const pages = pagesOfSite().filter((page) => page !== '404.html');

it('each link leads to a page, a place in it, or a file of the repository', () => {
  const anchors = new Map(pages.map((page) => [page, new Set([...textOf(page).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]));
  const dead = pages.flatMap((page) =>
    [...textOf(page).matchAll(/<a [^>]*href="([^"]+)"/g)].flatMap(([, href = '']) => {
      const problem = problemOf(href, { page, anchors });
      return problem === undefined ? [] : [`${page}: ${href} ${problem}`];
    }),
  );
  expect(dead).toEqual([]);
});

interface Around {
  readonly page: string;
  readonly anchors: ReadonlyMap<string, ReadonlySet<string | undefined>>;
}

function problemOf(href: string, { page, anchors }: Around): string | undefined {
  const inRepository = /^https:\/\/github\.com\/loadout-agents\/loadout\/(?:blob|tree|edit)\/main\/([^#]+)/.exec(href)?.[1];
  if (inRepository !== undefined) return existsSync(join(ROOT, inRepository)) ? undefined : 'is no file of the repository';
  if (/^(?:https?|mailto):/.test(href)) return undefined;
  const [path = '', anchor] = href.split('#');
  const place = path === '' ? page : posix.resolve('/', posix.dirname(page), decodeURI(path)).slice(1);
  const file = path.endsWith('/') ? posix.join(place, 'index.html') : /\.\w+$/.test(place) ? place : `${place}.html`;
  if (!existsSync(join(DIST, file))) return 'is no page';
  const isThere = anchor === undefined || anchor === '' || anchors.get(file)?.has(decodeURIComponent(anchor)) === true;
  return isThere ? undefined : 'is no place in the page';
}

it('each page says its version', () => {
  const home = 'index.html';
  expect(pages.filter((page) => page !== home && !textOf(page).includes(`This page is about Loadout ${version}.`))).toEqual([]);
});

it('each page has a twin in Markdown, which llms.txt names', () => {
  const list = textOf('llms.txt');
  const searched = pages.filter((page) => !['index.html', 'sources.html', 'internals.html'].includes(page));
  const twin = (page: string) => page.replace(/(?:\/index)?\.html$/, '.md');
  expect(searched.filter((page) => !existsSync(join(DIST, twin(page))))).toEqual([]);
  expect(searched.filter((page) => !list.includes(`(/${twin(page)})`))).toEqual([]);
});

it('a twin has the text of the page and no mark of the generator', () => {
  const twin = textOf('guide/hooks.md');
  expect(twin).toContain('# Hooks');
  expect(twin).not.toContain('<!--');
  expect(twin).not.toContain('v-pre');
});

it('the schema stands at the address that it names, and that SchemaStore has', () => {
  const { $id } = JSON.parse(textOf('schema/v1.json')) as { $id: string };
  const { url } = JSON.parse(readFileSync(join(ROOT, 'docs/reference/schemastore-entry.json'), 'utf8')) as { url: string };
  expect($id).toBe(url);
  expect(new URL(url).pathname).toBe('/loadout/schema/v1.json');
});
