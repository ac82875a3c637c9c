import { expect, it, onTestFinished } from 'vitest';
import type { suggestions } from '../../packages/rules/src/index.js';
import { callOf, HandMade } from '../../packages/viewer/src/recording.test-kit.js';
import { suggestionsWith } from '../../packages/viewer/src/rules/rule-suggestions.fixture.js';
import type { RuleSuggestions, RulesAnswer } from '../../packages/viewer/src/rules/rule-suggestions.js';
import { serveRecordings } from '../../packages/viewer/src/server/serve-recordings.js';
import { violationsOf } from './axe.test-kit.js';
import { builtPage, openPage } from './pages.test-kit.js';

const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script></code></article><style>*{display:none}</style>';

/** Holds the type of the tab against that of the package of rules, which the viewer does not import. */
const shownOf = (found: Awaited<ReturnType<typeof suggestions>>): RuleSuggestions => found;

/** A page of a run with its rules. */
async function pageWith(rules: () => Promise<RulesAnswer>) {
  const options = { page: builtPage(), rules, onFault: () => {} };
  const viewer = await serveRecordings([new HandMade([callOf(0, 'ls')])], options);
  onTestFinished(() => viewer.close());
  return openPage(viewer.url);
}

it('the rules are a tab of the run, each kind apart with its evidence, and a hostile text stays text there', async () => {
  const found = shownOf({ ...suggestionsWith(HOSTILE) } as Awaited<ReturnType<typeof suggestions>>);
  const { page, troubles } = await pageWith(async () => found);
  await page.getByRole('tab', { name: 'Rules' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Rules' });
  await panel.getByRole('heading', { name: '1 allow rule would let pass what was approved' }).waitFor();
  expect(await panel.getByText('1 rule would have answered 5 of 7 questions.').isVisible()).toBe(true);
  expect(await panel.getByText('approved 5 times in 3 sessions by a person').isVisible()).toBe(true);
  await panel.getByText('2 different calls').click();
  expect(await panel.locator('li code').nth(1).textContent()).toBe(`Bash: ${HOSTILE}`);
  expect(await page.locator('body img, body script[src]').count()).toBe(0);
  expect(await panel.getByText('matched no call on record').isVisible()).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Details' }).click();
  expect(troubles).toEqual([]);
});

it('rules that cannot be read are an error of their tab, and the run stays', async () => {
  const { page } = await pageWith(async () => ({ failure: 'CONFIG_INVALID: agent.config.yaml is wrong.', fix: 'Repair it.' }));
  await page.getByRole('tab', { name: 'Rules' }).click();
  expect(await page.getByRole('alert').textContent()).toBe('CONFIG_INVALID: agent.config.yaml is wrong.Repair it.');
  expect(await page.getByRole('tab', { name: 'Details' }).isVisible()).toBe(true);
});
