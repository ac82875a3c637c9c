import { expect, test } from 'vitest';
import { largeRecording } from './large-recording.fixture.js';
import { openExport } from './pages.test-kit.js';

test('the tree of 20,000 steps has only the rows that are seen', async () => {
  const { page, troubles } = await openExport([largeRecording(20_000)]);
  expect(await page.getByRole('treeitem').count()).toBeLessThan(200);
  expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(2500);
  await page.getByRole('tree').focus();
  await page.keyboard.press('End');
  await page.getByRole('treeitem', { name: 'step 19999', selected: true }).waitFor();
  expect(await page.getByRole('treeitem').count()).toBeLessThan(200);
  await page.getByRole('button', { name: 'denied' }).click();
  await page.getByText('200 of 20,000 steps').waitFor();
  expect(await page.getByRole('treeitem').count()).toBeLessThan(200);
  expect(troubles).toEqual([]);
});
