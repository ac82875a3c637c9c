import type { RecordingData } from '@loadout/viewer';
import { expect, test } from 'vitest';
import { everyKind } from './every-kind.fixture.js';
import { openExport, openPage } from './pages.test-kit.js';
import { PAYLOADS } from './payloads.fixture.js';
import { startWireServer } from './wire-server.test-kit.js';

/** Replaces every string of a value, but not those below these names. */
function withPayload(value: unknown, payload: string, kept: readonly string[]): unknown {
  if (typeof value === 'string') return payload;
  if (Array.isArray(value)) return value.map((one) => withPayload(one, payload, kept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, kept.includes(key) ? one : withPayload(one, payload, kept)]),
  );
}

const hostile = (payload: string, kept: readonly string[]) => withPayload(everyKind, payload, kept) as RecordingData;

/** Walks through every step of the recording that is shown, and through every tab. A frame is a task of its own, and waits for no screen. */
const WALK = `(async () => {
  const frames = new MessageChannel();
  const due = [];
  frames.port2.onmessage = () => due.shift()(performance.now());
  window.requestAnimationFrame = (draw) => { due.push(draw); frames.port1.postMessage(0); return 0; };
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (const tab of document.querySelectorAll('[role=tab]')) { tab.click(); await painted(); }
  for (const button of document.querySelectorAll('#panel button.primary')) { button.click(); await painted(); }
  document.getElementById('tab-Permissions').click(); await painted();
  document.querySelector('#panel button.primary')?.click(); await painted();
  document.getElementById('tab-Details').click(); await painted();
  const tree = document.querySelector('[role=tree]');
  const press = (key) => tree.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  press('Home');
  for (let step = 0; step < 24; step += 1) { await painted(); await painted(); press('ArrowDown'); }
  await painted();
  const rows = [...tree.querySelectorAll('[role=treeitem]')];
  return {
    isAtEnd: rows.length > 0 && rows.at(-1).getAttribute('aria-selected') === 'true',
    ran: window.ran,
    links: [...document.querySelectorAll('a')].map((link) => [link.protocol, link.rel]),
    foreign: [...document.querySelectorAll('iframe, object, embed, form, base, svg, math, link, meta[http-equiv=refresh]')].length,
    images: [...document.images].map((image) => image.src.slice(0, 12)),
    scripts: document.scripts.length,
  };
})()`;

interface Walked {
  readonly isAtEnd: boolean;
  readonly ran: unknown;
  readonly links: readonly (readonly [string, string])[];
  readonly foreign: number;
  readonly images: readonly string[];
  readonly scripts: number;
}

const isTame = ({ isAtEnd, ran, links, foreign, images, scripts }: Walked): boolean =>
  isAtEnd &&
  ran === undefined &&
  foreign === 0 &&
  scripts <= 2 &&
  links.every(([protocol, rel]) => /^https?:$/.test(protocol) && rel === 'noreferrer noopener') &&
  images.every((src) => src.startsWith('data:image/p'));

test('there are at least 60 payloads', () => {
  expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(60);
});

test.each([
  ['every text', ['kind', 'type']],
  ['every text and every name of a kind', []],
])('no payload runs in %s of a record', async (_, kept) => {
  const { page, troubles } = await openExport(PAYLOADS.map((payload) => hostile(payload, kept)));
  const switches = page.getByRole('navigation', { name: 'Recordings' }).getByRole('button');
  expect(await switches.count()).toBe(PAYLOADS.length);
  for (const [index, payload] of PAYLOADS.entries()) {
    await switches.nth(index).click();
    const walked = (await page.evaluate(WALK)) as Walked;
    expect({ payload, isTame: isTame(walked), walked }).toMatchObject({ isTame: true });
  }
  expect(troubles).toEqual([]);
});

test('no payload runs that a server sends', async () => {
  const server = await startWireServer(PAYLOADS.slice(0, 12).map((payload) => hostile(payload, ['kind', 'type'])));
  const { page, troubles } = await openPage(server.url);
  expect(isTame((await page.evaluate(WALK)) as Walked)).toBe(true);
  expect(troubles).toEqual([]);
});
