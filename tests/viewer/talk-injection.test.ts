import { expect, test } from 'vitest';
import { everyPart } from './every-part.fixture.js';
import { openPage } from './pages.test-kit.js';
import { PAYLOADS } from './payloads.fixture.js';
import { startTalkServer, type ToldSession } from './talk-server.test-kit.js';

/** Replaces every string of a value, but not those below these names. */
function withPayload(value: unknown, payload: string, kept: readonly string[]): unknown {
  if (typeof value === 'string') return payload;
  if (Array.isArray(value)) return value.map((one) => withPayload(one, payload, kept));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [
    // The names of people and of fields of an input are as free as their values.
    key === 'alice' ? payload : key,
    kept.includes(key) ? one : withPayload(one, payload, kept),
  ]);
  return Object.fromEntries(entries);
}

/** Replaces every string of a value by a value of another kind. */
function withoutTexts(value: unknown, by: unknown): unknown {
  if (typeof value === 'string') return by;
  if (Array.isArray(value)) return value.map((one) => withoutTexts(one, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, key === 'type' ? one : withoutTexts(one, by)]));
}

const told = (id: number, change: (value: unknown) => unknown): ToldSession => {
  const { events, run, prompt } = everyPart();
  const changed = change({ events, asks: run.asks, result: run.result, prompt }) as ToldSession & ToldSession['run'];
  return {
    id: `s${id}`,
    prompt: changed.prompt,
    events: changed.events,
    run: { state: 'waiting', asks: changed.asks, result: changed.result },
  };
};

/**
 * Opens a session of the list, waits until it is read to its end, and opens whatever is closed. A part may come, or close, at any
 * moment until then, so it is looked for again. Gives up with what it sees: a promise of the page that never resolves hangs the test.
 */
const WALK = `(async (number) => {
  const painted = () => new Promise((done) => setTimeout(done, 0));
  const patience = performance.now() + 120_000;
  const until = async (met) => {
    while (!met()) {
      if (performance.now() > patience) throw new Error('not met: ' + met + '; seen: ' + document.body.outerHTML.slice(0, 5_000));
      await painted();
    }
  };
  const shown = () => document.querySelectorAll('.question').length;
  const isRead = () => shown() === 5 && document.querySelector('.transcript').ariaBusy === 'false';
  const isOpened = (one) => { one.open = true; return !one.matches('.call') || one.children.length > 1; };
  document.querySelector('nav button.primary').click();
  await until(() => shown() === 0);
  document.querySelectorAll('button.session')[number].click();
  await until(() => isRead() && [...document.querySelectorAll('.transcript details')].map(isOpened).every(Boolean));
  for (const one of document.querySelectorAll('.transcript summary, .question h2')) one.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  await painted();
  return {
    parts: document.querySelectorAll('.transcript > *').length,
    ran: window.ran,
    links: [...document.querySelectorAll('a')].map((link) => [link.protocol, link.rel]),
    foreign: [...document.querySelectorAll('iframe, object, embed, form, base, svg, math, link, meta[http-equiv=refresh], img')].length,
    scripts: document.scripts.length,
  };
})`;

interface Walked {
  readonly parts: number;
  readonly ran: unknown;
  readonly links: readonly (readonly [string, string])[];
  readonly foreign: number;
  readonly scripts: number;
}

/** Whether no payload did anything, and at least so many parts were there to do it. */
const isTame = ({ parts, ran, links, foreign, scripts }: Walked, least: number): boolean =>
  parts >= least &&
  ran === undefined &&
  foreign === 0 &&
  scripts <= 1 &&
  links.every(([protocol, rel]) => /^https?:$/.test(protocol) && rel === 'noreferrer noopener');

test.each([
  ['every text', ['type', 'outcome', 'call', 'state'], 9],
  // An event of no known kind is no part, and the place of the parts says so.
  ['every text and every name of a kind', ['call'], 1],
])('no payload runs in %s that the server tells (62 payloads)', async (_, kept, least) => {
  expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(60);
  const sessions = PAYLOADS.map((payload, id) => told(id, (value) => withPayload(value, payload, kept)));
  const server = await startTalkServer(sessions, ['helper', ...PAYLOADS]);
  const { page, troubles } = await openPage(server.url);
  await page.getByRole('button', { name: 'New session' }).waitFor();
  await expect.poll(() => page.locator('button.session').count()).toBe(PAYLOADS.length);
  for (const [index, payload] of PAYLOADS.entries()) {
    const walked = (await page.evaluate(`${WALK}(${index})`)) as Walked;
    expect({ payload, isTame: isTame(walked, least), walked }).toMatchObject({ isTame: true });
  }
  expect(troubles).toEqual([]);
  expect(server.acts).toEqual([]);
});

test.each([[null], [7], [{ a: 1 }], [[['x']]]])('a text that is %j instead breaks no other part', async (by) => {
  const server = await startTalkServer([{ ...told(0, (value) => withoutTexts(value, by)), prompt: 'Hello' }]);
  const { page, troubles } = await openPage(server.url);
  await page.locator('button.session').click();
  await expect.poll(() => page.getByRole('region', { name: 'Conversation' }).locator('> *').count()).toBeGreaterThan(2);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Still here.');
  expect(troubles).toEqual([]);
});

test('a name that an object inherits is a name', async () => {
  const names = ['__proto__', 'constructor', 'toString'];
  const sessions = names.map((name, id) => told(id, (value) => withPayload(value, name, ['type'])));
  const server = await startTalkServer(sessions);
  const { page, troubles } = await openPage(server.url);
  await expect.poll(() => page.locator('button.session').count()).toBe(names.length);
  for (const index of names.keys()) expect(isTame((await page.evaluate(`${WALK}(${index})`)) as Walked, 9)).toBe(true);
  expect(await page.evaluate('({}).command')).toBeUndefined();
  expect(troubles).toEqual([]);
});
