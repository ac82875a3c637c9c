import { expect, test } from 'vitest';
import { violationsOf } from './axe.test-kit.js';
import { another, everyKind } from './every-kind.fixture.js';
import { openExport } from './pages.test-kit.js';

const LOOKS = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 320],
  ['dark', 320],
] as const;

test.each(LOOKS)('every screen keeps the rules of axe: %s, %i px', async (colorScheme, width) => {
  const { page, troubles } = await openExport([everyKind, another], {
    colorScheme,
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
  });
  const found: string[] = [];
  for (const tab of ['Compare', 'Files', 'Cost', 'Permissions', 'Raw', 'Details']) {
    await page.getByRole('tab', { name: tab }).click();
    if (tab === 'Permissions') {
      await page.getByRole('button', { name: 'Copy as tests' }).click();
      await page.getByLabel('Rows for tests').waitFor();
    }
    found.push(...(await violationsOf(page)));
  }
  for (const name of ['Turn 3', 'done Edit', 'Run, resume']) {
    await page.getByRole('treeitem', { name }).first().click();
    found.push(...(await violationsOf(page)));
  }
  await page.getByRole('button', { name: 'denied' }).click();
  found.push(...(await violationsOf(page)));
  expect(found).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(troubles).toEqual([]);
});
