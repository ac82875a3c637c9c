import { expect, test } from 'vitest';
import { everyPart } from './every-part.fixture.js';
import { openPage } from './pages.test-kit.js';
import { startTalkServer, type ToldSession } from './talk-server.test-kit.js';

const running = (): ToldSession => ({ ...everyPart(), events: [], run: { state: 'running' } });
const line = (number: number) => ({
  type: 'text',
  text: `Line ${number} of a long answer, which has words enough to fill a line.\n`,
});

test('a broken connection is taken up behind the last event, and no word comes twice', async () => {
  const session = running();
  const server = await startTalkServer([session]);
  const { page } = await openPage(server.url);
  await page.locator('button.session').click();
  server.send(session.id, { type: 'message_start', uuid: 'm1' });
  server.send(session.id, { type: 'text', text: 'One ' });
  await page.getByText('One', { exact: true }).waitFor();
  server.breakConnections();
  server.send(session.id, { type: 'text', text: 'two ' });
  await page.getByText('One two', { exact: true }).waitFor();
  server.send(session.id, { type: 'text', text: 'three.' });
  await page.getByText('One two three.', { exact: true }).waitFor();
  expect(server.lastIds).toEqual([0, 2]);
});

test('a stream that ends before the run is followed again', async () => {
  const session = running();
  const server = await startTalkServer([session]);
  const { page } = await openPage(server.url);
  await page.locator('button.session').click();
  server.send(session.id, { type: 'text', text: 'One ' });
  await page.getByText('One', { exact: true }).waitFor();
  server.send(session.id, undefined);
  await expect.poll(() => server.lastIds).toEqual([0, 1]);
  session.run.state = 'ended';
  server.send(session.id, { type: 'text', text: 'two.' });
  server.send(session.id, undefined);
  await page.getByText('One two.', { exact: true }).waitFor();
  await page.getByText('● ready').waitFor();
});

test('a part of a long answer that is complete is not drawn again while the answer goes on', async () => {
  const session = running();
  const server = await startTalkServer([session]);
  const { page, troubles } = await openPage(server.url);
  await page.locator('button.session').click();
  for (let number = 0; number < 200; number += 1) server.send(session.id, line(number));
  await page.getByText('Line 199 of').waitFor();
  await page.evaluate(`{
    window.drawn = 0;
    const words = document.querySelector('.transcript .words');
    window.parts = words.children.length;
    new MutationObserver((changes) => { window.drawn += changes.length; }).observe(
      words.firstElementChild, { subtree: true, childList: true, characterData: true, attributes: true });
  }`);
  for (let number = 200; number < 400; number += 1) server.send(session.id, line(number));
  await page.getByText('Line 399 of').waitFor();
  expect(await page.evaluate('[window.drawn, window.parts > 5]')).toEqual([0, true]);
  expect(await page.evaluate(`document.querySelector('.transcript .words').textContent.split('\\n').length`)).toBe(401);
  expect(troubles).toEqual([]);
});

test('the end is followed unless the reader has scrolled away', async () => {
  const session = running();
  const server = await startTalkServer([session]);
  const { page } = await openPage(server.url);
  await page.locator('button.session').click();
  for (let number = 0; number < 100; number += 1) server.send(session.id, line(number));
  await page.getByText('Line 99 of').waitFor();
  const top = () => page.evaluate('Math.round(document.querySelector(".transcript").scrollTop)') as Promise<number>;
  const distance =
    'document.querySelector(".transcript").scrollHeight - document.querySelector(".transcript").scrollTop - document.querySelector(".transcript").clientHeight';
  await expect.poll(() => page.evaluate(distance)).toBeLessThan(2);
  await page.evaluate('document.querySelector(".transcript").scrollTop = 0');
  await expect.poll(top).toBe(0);
  for (let number = 100; number < 200; number += 1) server.send(session.id, line(number));
  await page.getByText('Line 199 of').waitFor();
  expect(await top()).toBe(0);
});

test('a conversation of thousands of parts shows its end at once, and earlier parts on demand', async () => {
  const session: ToldSession = { ...everyPart(), run: { state: 'ended' } };
  const prompt = (number: number) => ({
    type: 'prompt',
    uuid: `p${number}`,
    message: { role: 'user', content: [{ type: 'text', text: `Prompt ${number}.` }] },
  });
  session.events.splice(0, session.events.length, ...Array.from({ length: 5_000 }, (_, number) => prompt(number)));
  const server = await startTalkServer([session]);
  const { page } = await openPage(server.url);
  await page.locator('button.session').click();
  await page.getByText('Prompt 4999.', { exact: true }).waitFor();
  const parts = page.locator('.transcript article');
  expect(await parts.count()).toBe(200);
  await page.getByRole('button', { name: 'Show 200 earlier parts' }).click();
  await expect.poll(() => parts.count()).toBe(400);
});
