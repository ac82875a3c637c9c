import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readEval } from '../../packages/viewer/src/evals/read-eval.js';
import { serveEval } from '../../packages/viewer/src/evals/serve-eval.js';
import { violationsOf } from './axe.test-kit.js';
import { openPage } from './pages.test-kit.js';

const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script></pre></details><style>*{display:none}</style>';
const SESSION = '0123456789abcdef';

async function served() {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-eval-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'runs.jsonl');
  const run = { type: 'run', repeat: 1, scores: {}, usd: 0.01, ms: 900 };
  const lines = [
    { type: 'eval', version: 1, name: `words ${HOSTILE}`, variants: ['fast', `smart${HOSTILE}`] },
    { ...run, case: 'bag', variant: 'fast', state: 'passed', text: 'You carry it.', session: `sessions/${SESSION}.jsonl` },
    { ...run, case: HOSTILE, variant: `smart${HOSTILE}`, state: 'failed', text: HOSTILE, why: [HOSTILE] },
  ];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  mkdirSync(join(folder, 'sessions'));
  writeFileSync(join(folder, 'sessions', `${SESSION}.jsonl`), '');
  const pageOf = async () => '<!doctype html><link rel="icon" href="data:,"><title>the run</title>';
  const viewer = await serveEval(readEval(file), { file, redact: (text) => text, pageOf, onFault: () => {} });
  onTestFinished(() => viewer.close());
  return viewer.url;
}

it('a cell shows its answer, and opens its run', async () => {
  const { page, troubles } = await openPage(await served());
  await page.getByText('passed ·').click();
  expect(await page.getByText('You carry it.').isVisible()).toBe(true);
  await page.getByText('Open the run').click();
  await expect.poll(() => page.title()).toBe('the run');
  expect(troubles).toEqual([]);
});

it('hostile texts stay texts, and the style of the page holds', async () => {
  const { page, troubles } = await openPage(await served());
  await page.getByText('failed ·').click();
  expect(await page.locator('pre').last().textContent()).toBe(HOSTILE);
  expect(await page.locator('img, script').count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  const collapse = await page.evaluate("getComputedStyle(document.querySelector('table')).borderCollapse");
  expect([collapse, troubles]).toEqual(['collapse', []]);
});
