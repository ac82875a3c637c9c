import { expect, it, onTestFinished } from 'vitest';
import type { suggestions } from '../../packages/rules/src/index.js';
import { callOf, HandMade } from '../../packages/viewer/src/recording.test-kit.js';
import { suggestionsWith } from '../../packages/viewer/src/rules/rule-suggestions.fixture.js';
import type { RuleSuggestions } from '../../packages/viewer/src/rules/rule-suggestions.js';
import { rulesPage } from '../../packages/viewer/src/rules/rules-page.js';
import { serveRecordings } from '../../packages/viewer/src/server/serve-recordings.js';
import { violationsOf } from './axe.test-kit.js';
import { builtPage, openPage } from './pages.test-kit.js';

const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script></code></article><style>*{display:none}</style>';

/** Holds the type of the page against that of the package of rules, which it does not import. */
const shownOf = (found: Awaited<ReturnType<typeof suggestions>>): RuleSuggestions => found;

it('the run leads to the rules and back, and a hostile text stays text there', async () => {
  const found = shownOf({ ...suggestionsWith(HOSTILE) } as Awaited<ReturnType<typeof suggestions>>);
  const viewer = await serveRecordings([new HandMade([callOf(0, 'ls')])], {
    page: builtPage(),
    rules: async () => rulesPage(found, { folder: '/repo', redact: (text) => text }),
    onFault: () => {},
  });
  onTestFinished(() => viewer.close());
  const { page, troubles } = await openPage(viewer.url);
  await page.getByRole('link', { name: 'Rules' }).click();
  await page.getByRole('heading', { name: 'Proposed' }).waitFor();
  expect(await page.locator('li code').nth(1).textContent()).toBe(`Bash: ${HOSTILE}`);
  expect(await page.locator('img, script').count()).toBe(0);
  expect(await page.getByText('matched no call on record').isVisible()).toBe(true);
  expect(await page.evaluate("getComputedStyle(document.querySelector('article')).borderRadius")).toBe('6px');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'The run' }).click();
  await page.getByRole('tab', { name: 'Details' }).waitFor();
  expect(troubles).toEqual([]);
});
