import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ClientRow, playedCells } from '../doors/matrix/client-row.js';
import { isRunning } from '../doors/matrix/http/processes.js';
import { relayTo } from '../doors/matrix/http/relay.js';
import { serve, told } from '../serve-http.test-kit.js';
import { openPage } from './pages.test-kit.js';

const wait = { text: 'I wait.', tools: [{ Bash: { command: 'sh wait.sh' } }] };
const write = { tools: [{ Write: { file_path: 'note.txt', content: 'hello\n' } }] };
const LONG = 'x'.repeat(150_000);

/** The page behind a relay, before a server with a run that can wait. */
async function talking({ turns, args = [] }: { readonly turns: readonly unknown[]; readonly args?: readonly string[] }) {
  const server = await serve({
    turns,
    args: ['--ui', ...args],
    config: { permissions: { allow: ['Bash'], ask: ['Write'] } },
    files: { 'wait.sh': 'echo $$ > pid\nexec cat gate\n' },
  });
  const address = await told(server.process, /Open (http:\S+)\n/);
  const relay = await relayTo(server.url);
  const { page, troubles } = await openPage(address.replace(server.url, relay.url));
  const send = async (text: string) => {
    await page.getByRole('textbox', { name: 'Prompt' }).fill(text);
    await page.keyboard.press('Enter');
  };
  const file = join(server.cwd, 'pid');
  const pid = async () => {
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8') !== '').toBe(true);
    return Number(readFileSync(file, 'utf8'));
  };
  const end = page.getByRole('region', { name: 'End of the run' });
  return {
    ...server,
    relay,
    page,
    troubles,
    send,
    pid,
    end,
    said: (text: string | RegExp) => page.locator('.transcript').getByText(text),
  };
}

/** The page of `serve http --ui` in a Chromium. */
const PAGE: ClientRow = {
  client: 'Chromium with the page',
  cells: {
    async abort() {
      const { page, send, pid, end } = await talking({ turns: [wait, { text: 'Late.' }] });
      await send('Go.');
      const process = await pid();
      await page.getByRole('button', { name: 'Stop' }).click();
      await end.waitFor();
      expect(await end.innerText()).toContain('interrupted');
      await expect.poll(() => isRunning(process)).toBe(false);
    },
    async 'slow reader'() {
      const { relay, send, pid, open, ask, end, said } = await talking({ turns: [wait, { text: LONG }] });
      await send('Go.');
      await pid();
      relay.hold();
      open();
      await expect.poll(async () => (await ask('/runs')).body.runs[0]?.state).toBe('ended');
      relay.letGo();
      await end.waitFor();
      expect((await said('xxx').first().innerText()).length).toBeGreaterThan(1000);
    },
    async 'lost connection'() {
      const { relay, page, send, pid, open, end, said } = await talking({ turns: [wait, { text: 'On we go.' }] });
      await send('Go.');
      const process = await pid();
      relay.cut();
      await page.getByText('reconnecting').waitFor();
      expect(isRunning(process)).toBe(true);
      open();
      await said('On we go.').waitFor();
      await end.waitFor();
      expect(await page.locator('.transcript details.call').count()).toBe(1);
    },
    async '200 sessions at once'() {
      const { page, start, ask, send, said, troubles } = await talking({
        turns: [{ text: 'Asked: {{prompt}}' }],
        args: ['--max-runs', '201'],
      });
      const began = await Promise.all(Array.from({ length: 200 }, (_, number) => start({ prompt: `Number ${number}.` })));
      expect(new Set(began.map(({ body }) => body.session)).size).toBe(200);
      await send('My own.');
      await said('Asked: My own.').waitFor();
      await expect.poll(async () => (await ask('/runs')).body.runs.filter(({ state }) => state === 'running').length).toBe(0);
      await page.getByRole('button', { name: 'Look again' }).click();
      await page
        .getByRole('button', { name: /^Number / })
        .first()
        .click();
      await said(/^Asked: Number \d+\.$/).waitFor();
      expect(troubles).toEqual([]);
    },
    async 'hostile client'() {
      const { page, send, cwd, ask, said } = await talking({ turns: [write, { text: 'Written.' }] });
      await send('Write.');
      await page.getByRole('button', { name: 'Allow once' }).waitFor();
      // A person who clicks on without waiting, and another tab with the same question.
      const other = await page.context().newPage();
      await other.goto(page.url());
      await page.evaluate(`{
        const all = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Allow once');
        for (let count = 0; count < 5; count += 1) all.click();
      }`);
      await said('Written.').waitFor();
      await other.close();
      const { body } = await ask('/runs');
      expect([body.runs.length, readFileSync(join(cwd, 'note.txt'), 'utf8')]).toEqual([2, 'hello\n']);
      const again = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"behavior":"allow"}' };
      expect((await ask(`/runs/${body.runs[1]?.id}/answers`, again)).status).toBe(409);
    },
  },
};

describe('a door', () => {
  test.each(playedCells([PAGE]))('holds for $client: $situation', ({ play }) => play());
});
