import { expect, test } from 'vitest';
import { violationsOf } from './axe.test-kit.js';
import { everyPart } from './every-part.fixture.js';
import { openPage } from './pages.test-kit.js';
import { startTalkServer } from './talk-server.test-kit.js';

const LOOKS = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 320],
  ['dark', 320],
] as const;

test.each(LOOKS)('the page to talk keeps the rules of axe: %s, %i px', async (colorScheme, width) => {
  const session = everyPart();
  const server = await startTalkServer(
    [session, { ...everyPart(), id: 'running', prompt: 'Wait.', run: { state: 'running' } }],
    ['helper', 'other'],
  );
  const { page, troubles } = await openPage(server.url, {
    colorScheme,
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
  });
  const list = page.getByRole('navigation', { name: 'Sessions' });
  if (width < 760) await list.getByText('Sessions (2)').click();
  await page.getByLabel('Agent').waitFor();
  const found = await violationsOf(page);
  await list.getByRole('button', { name: 'Look at the log' }).click();
  await page.getByRole('region', { name: 'Deploy wants to run' }).waitFor();
  found.push(...(await violationsOf(page)));
  const summaries = page.locator('.transcript details:not([open]) > summary');
  while ((await summaries.count()) > 0) await summaries.first().click();
  found.push(...(await violationsOf(page)));
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await list.getByRole('button', { name: 'Wait.' }).click();
  await page.getByText('◉ running', { exact: true }).waitFor();
  found.push(...(await violationsOf(page)));
  expect(found).toEqual([]);
  expect(troubles).toEqual([]);
});

test('a screen reader is told of the question that waits, and of the end of a run', async () => {
  const session = {
    ...everyPart(),
    events: [] as unknown[],
    run: { state: 'running' } as { state: string; asks?: unknown; result?: unknown },
  };
  const server = await startTalkServer([session]);
  const { page } = await openPage(server.url);
  const status = page.getByRole('status');
  await page.locator('button.session').click();
  await page.getByText('◉ running', { exact: true }).waitFor();
  expect(await status.textContent()).toBe('');
  session.run.state = 'waiting';
  session.run.asks = [{ call: 'c1', tool: 'Bash', input: {}, reason: 'A rule asks.' }];
  server.send(session.id, undefined);
  await expect.poll(() => status.textContent()).toBe('Bash waits for your approval. A rule asks.');
  session.run.state = 'running';
  session.run.asks = undefined;
  await page.getByRole('button', { name: 'Allow once' }).click();
  await expect.poll(() => server.lastIds.length).toBe(2);
  server.send(session.id, { type: 'result', result: { outcome: 'success', text: 'All is well.' } });
  await expect.poll(() => status.textContent()).toBe('All is well. The run ended: success.');
});
