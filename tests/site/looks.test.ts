import { expect, it } from 'vitest';
import { openPage } from '../viewer/pages.test-kit.js';
import { pagesOfSite, serveSite, violationsOf } from './site.test-kit.js';

const LOOKS = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 320],
  ['dark', 320],
] as const;
/** Pages of each kind, and with each part that a page can have. */
const KINDS = [
  'index',
  'playground',
  'guide/getting-started',
  'guide/permissions',
  'guide/view-a-run',
  'guide/providers/ollama',
  'examples/07-team',
  'reference/speed',
  'reference/api/testing',
  'packages/tool-git',
];

it.each(LOOKS)('each kind of page keeps the rules of axe: %s, %i px', async (colorScheme, width) => {
  const site = await serveSite();
  const { page, troubles } = await openPage(site, { colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' });
  const found: string[] = [];
  for (const path of KINDS) {
    await page.goto(`${site}/${path}.html`);
    await page.locator('.vp-doc').waitFor();
    found.push(...(await violationsOf(page)).map((violation) => `${path}: ${violation}`));
  }
  expect(found).toEqual([]);
  expect(troubles).toEqual([]);
});

/** The pages that people open first. Those below are of the same kinds, and axe takes four times as long as all else here. */
const IS_FIRST = /^(?:guide\/)?[\w-]+\.html$/;

it('each page fits on a phone of 320 px, each first page keeps the rules of axe there, and none asks another server', async () => {
  const site = await serveSite();
  const { page, troubles } = await openPage(site, { viewport: { width: 320, height: 800 } });
  const found: string[] = [];
  for (const path of pagesOfSite().filter((name) => name !== '404.html')) {
    await page.goto(`${site}/${path}`);
    await page.locator('.vp-doc').waitFor();
    const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
    if (overflow > 0) found.push(`${path} is ${overflow} px too wide`);
    if (IS_FIRST.test(path)) found.push(...(await violationsOf(page, '.vp-doc')).map((violation) => `${path}: ${violation}`));
  }
  expect(found).toEqual([]);
  expect(troubles).toEqual([]);
});
