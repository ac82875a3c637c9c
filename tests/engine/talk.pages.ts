import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { startLoadout } from '../lib/loadout.js';
import { programOnPath } from '../viewer/program-on-path.js';
import { says } from './engine-server.test-kit.js';
import { type Farm, startFarm } from './farm.test-kit.js';
import { until } from './until.js';

const TOKEN = 'a-token-of-some-length';

/** The page of a server whose runs are on an engine, in a Chromium. */
async function openTalk({ dir, env }: Farm) {
  const server = await startLoadout(['serve', 'http', '--engine', '--ui'], {
    cwd: dir,
    env: { ...env, LOADOUT_HTTP_TOKEN: TOKEN },
  });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await server.finished;
  });
  await says(server, 'Open http');
  const [, address = ''] = /Open (http:\S+)\n/.exec(server.errors()) ?? [];
  const browser = await chromium.launch({
    executablePath: programOnPath('chromium'),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(240_000);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(address);
  const send = async (prompt: string) => {
    await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt);
    await page.keyboard.press('Enter');
  };
  return {
    page,
    errors,
    send,
    chooseAgent: (name: string) => page.getByLabel('Agent').selectOption(name),
    said: (text: string) => page.locator('.transcript').getByText(text, { exact: true }),
    calls: () => page.locator('.transcript details.call').count(),
    question: page.getByRole('region', { name: 'effects__hold wants to run' }),
    allow: page.getByRole('button', { name: 'Allow once' }),
  };
}

it('the page approves a call of a run on an engine, whose worker is killed before and after, and shows it as one run', async () => {
  const farm = await startFarm();
  const first = await farm.work();
  const { page, errors, send, chooseAgent, said, calls, question, allow } = await openTalk(farm);
  await chooseAgent('asking');
  await send('Go on.');
  await question.waitFor();
  expect(await question.innerText()).toMatch(/Rule effects__hold at agent\.config\.yaml:\d+:\d+/);
  // Its worker is gone while the run waits, and the page is loaded again.
  first.kill('SIGKILL');
  await first.finished;
  await page.reload();
  await question.waitFor();
  // The question is read before the events are.
  await expect.poll(calls).toBe(1);
  expect(farm.effects()).toEqual([]);
  const second = await farm.work();
  await allow.click();
  await until(() => farm.effects()[0]);
  await question.waitFor({ state: 'detached' });
  // The next one is gone while the call works, whose effect may be repeated.
  second.kill('SIGKILL');
  await second.finished;
  await page.reload();
  await said('Go on.').waitFor();
  writeFileSync(join(farm.dir, 'go'), '');
  await farm.work();
  await said('Let go.').waitFor();
  await page.getByRole('region', { name: 'End of the run' }).waitFor();
  await expect.poll(calls).toBe(1);
  expect([await page.getByRole('region', { name: 'End of the run' }).count(), errors]).toEqual([1, []]);
  await page.reload();
  await said('Let go.').waitFor();
  await expect.poll(calls).toBe(1);
});

it('the page denies a call of a run on an engine, continues its session, and stops a run', async () => {
  const farm = await startFarm();
  await farm.work();
  const { page, errors, send, chooseAgent, said, question } = await openTalk(farm);
  await chooseAgent('asking');
  await send('Go on.');
  await question.waitFor();
  await page.getByLabel('Words for the model').fill('Not on a Friday.');
  await page.getByRole('button', { name: 'Deny' }).click();
  await said('Let go.').waitFor();
  expect(farm.effects()).toEqual([]);
  await page.getByRole('button', { name: 'New session' }).click();
  await chooseAgent('five');
  await send('Five steps.');
  await said('All done.').waitFor();
  await expect.poll(() => page.locator('.head .outcome').innerText()).toContain('ready');
  await send('Once more.');
  await said('And again.').waitFor();
  await page.getByRole('button', { name: 'New session' }).click();
  await chooseAgent('hold');
  await send('Wait.');
  await until(() => farm.effects().find(({ step }) => step === 1 && farm.effects().length > 5));
  await page.getByRole('button', { name: 'Stop' }).click();
  await said('✗ interrupted').waitFor();
  expect(errors).toEqual([]);
});
