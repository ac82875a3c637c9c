import { expect, test } from 'vitest';
import { another, everyKind } from './every-kind.fixture.js';
import { openExport } from './pages.test-kit.js';

test('an exported file opens from disk with its totals, its tree, its lanes and the decision', async () => {
  const { page, troubles } = await openExport([everyKind]);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('coder');
  await page.screenshot({ path: '/tmp/page-a.png' });
  await page.getByRole('tab', { name: 'Permissions' }).click();
  await page.screenshot({ path: '/tmp/page-b.png' });
  const two = await openExport([everyKind, another], { colorScheme: 'dark' });
  await two.page.screenshot({ path: '/tmp/page-c.png' });
  const three = await openExport([everyKind], { viewport: { width: 320, height: 700 } });
  await three.page.screenshot({ path: '/tmp/page-d.png', fullPage: true });
  expect([...troubles, ...two.troubles, ...three.troubles]).toEqual([]);
});
