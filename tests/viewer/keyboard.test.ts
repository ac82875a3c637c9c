import { expect, test } from 'vitest';
import { everyKind } from './every-kind.fixture.js';
import { openExport } from './pages.test-kit.js';

test('the tree is walked, closed and opened with the keyboard', async () => {
  const { page } = await openExport([everyKind]);
  const selected = async () => page.getByRole('treeitem', { selected: true }).innerText();
  await page.getByRole('tree').focus();
  const after = async (key: string) => {
    await page.keyboard.press(key);
    return selected();
  };
  expect(await after('Home')).toContain('Run');
  expect(await after('ArrowDown')).toContain('Prompt');
  expect(await after('End')).toContain('Write');
  expect(await after('ArrowUp')).toContain('Turn 4');
  expect(await after('ArrowRight')).toContain('Write');
  expect(await after('ArrowLeft')).toContain('Turn 4');
  expect(await after('ArrowLeft')).toContain('Turn 4');
  expect(await page.getByRole('treeitem', { selected: true }).getAttribute('aria-expanded')).toBe('false');
  expect(await page.getByRole('treeitem').count()).toBe(19);
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('treeitem').count()).toBe(20);
  expect(await after('PageUp')).not.toContain('Turn 4');
  const active = await page.getByRole('tree').getAttribute('aria-activedescendant');
  expect(active).toBe(await page.getByRole('treeitem', { selected: true }).getAttribute('id'));
});

test('a slash goes to the search, and Escape from there to the tree', async () => {
  const { page } = await openExport([everyKind]);
  await page.keyboard.press('/');
  await page.keyboard.type('git push');
  expect(await page.getByRole('searchbox').inputValue()).toBe('git push');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('tree');
});

test('the lanes are zoomed and moved with the keyboard', async () => {
  const { page } = await openExport([everyKind]);
  await page.getByRole('group', { name: /^Lanes/ }).focus();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await page.keyboard.press('ArrowRight');
  await page.getByText(/ shown$/).waitFor();
  expect(await page.getByRole('treeitem').count()).toBeLessThan(20);
  await page.keyboard.press('0');
  await page.getByText('20 of 20 steps').waitFor();
});

test('every tab is reached with the arrow keys', async () => {
  const { page } = await openExport([everyKind]);
  await page.getByRole('tab', { name: 'Details' }).focus();
  const seen: (string | null)[] = [];
  for (let step = 0; step < 5; step += 1) {
    await page.keyboard.press('ArrowRight');
    seen.push(await page.getByRole('tab', { selected: true }).textContent());
  }
  expect(seen).toEqual(['Files', 'Cost', 'Permissions', 'Raw', 'Details']);
});
