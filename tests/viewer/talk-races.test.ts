import { expect, test } from 'vitest';
import { everyPart } from './every-part.fixture.js';
import { openPage } from './pages.test-kit.js';
import { type HeldAnswer, startTalkServer, type ToldSession } from './talk-server.test-kit.js';

const saying = (id: string): ToldSession => ({
  id,
  prompt: `Ask ${id}.`,
  events: [{ type: 'text', text: `Answer of ${id}.` }],
  run: { state: 'ended' },
});

async function opened(sessions: readonly ToldSession[], address = '') {
  const server = await startTalkServer(sessions);
  const open = async () => {
    const { page, troubles } = await openPage(`${server.url}${address}`);
    const said = (text: string) => page.locator('.transcript').getByText(text, { exact: true });
    /** Lets a held answer go, and waits until the page has read and drawn it. */
    const take = async ({ release }: HeldAnswer, path: string) => {
      const late = page.waitForResponse((response) => new URL(response.url()).pathname === path);
      release();
      await (await late).finished();
      // A request that is begun now is answered after it.
      await page.evaluate(
        `fetch('/v1/models', { cache: 'no-store' }).then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))`,
      );
    };
    return { page, troubles, said, take, button: (name: string | RegExp) => page.getByRole('button', { name }) };
  };
  return { server, open };
}

test('of sessions that are clicked quickly, the last one is shown', async () => {
  const { server, open } = await opened([saying('a'), saying('b')]);
  const { button, said, take, troubles } = await open();
  const first = server.hold('/sessions/a');
  await button(/^Ask a/).click();
  await first.asked;
  await button(/^Ask b/).click();
  await said('Answer of b.').waitFor();
  await take(first, '/sessions/a');
  expect([await said('Answer of b.').count(), await said('Answer of a.').count()]).toEqual([1, 0]);
  expect(troubles).toEqual([]);
});

test.each(['/v1/models', '/sessions'])(
  'what a person opens while the page still asks for %s is kept, though the address has a session',
  async (path) => {
    const { server, open } = await opened([saying('a')], '#session=a');
    const start = server.hold(path);
    const { page, button, said, take } = await open();
    await start.asked;
    await button('New session').click();
    await take(start, path);
    await button(/^Ask a/).waitFor();
    expect(await said('Write a prompt to begin.').count()).toBe(1);
    expect(page.url()).not.toContain('session=');
  },
);

test('an earlier look at a run that is answered late does not take back its end', async () => {
  const session: ToldSession = { ...everyPart(), events: [], run: { state: 'running' } };
  const { server, open } = await opened([session]);
  const { page, button, said, take } = await open();
  await page.clock.install();
  await button(/^Look at the log/).click();
  await page.getByText('◉ running', { exact: true }).waitFor();
  await expect.poll(() => server.lastIds.length).toBe(1);
  const look = server.hold(`/runs/${session.id}`);
  await page.clock.fastForward(5_000);
  await look.asked;
  server.send(session.id, { type: 'text', text: 'Done.' });
  await said('Done.').waitFor();
  session.run.state = 'ended';
  server.send(session.id, undefined);
  await page.getByText('● ready').waitFor();
  await take(look, `/runs/${session.id}`);
  expect(await page.getByText('● ready').count()).toBe(1);
});

test('an earlier list that is answered late does not replace a newer one', async () => {
  const sessions = [saying('a')];
  const { server, open } = await opened(sessions);
  const { button, take } = await open();
  await button(/^Ask a/).waitFor();
  const first = server.hold('/sessions');
  await button('Look again').click();
  await first.asked;
  sessions.push(saying('b'));
  await button('Look again').click();
  await button(/^Ask b/).waitFor();
  await take(first, '/sessions');
  expect(await button(/^Ask b/).count()).toBe(1);
});
