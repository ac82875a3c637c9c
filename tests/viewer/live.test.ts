import type { CallNode, RecordingData } from '@loadout/viewer';
import { expect, test } from 'vitest';
import { everyKind } from './every-kind.fixture.js';
import { openPage } from './pages.test-kit.js';
import { startWireServer } from './wire-server.test-kit.js';

const { trajectory } = everyKind;
const running: RecordingData = { ...everyKind, trajectory: { ...trajectory, head: { ...trajectory.head, outcome: 'running' } } };
const callOf = (id: number, part: Partial<CallNode> = {}): CallNode => ({
  ...{
    id,
    parent: 0,
    kind: 'call',
    callId: `l${id}`,
    tool: 'Bash',
    title: `step ${id}`,
    state: 'running',
    hash: `l${id}`,
    agent: ['coder'],
    size: 1,
  },
  ...part,
});

test('new steps come while the page is open, and a step is replaced in its place', async () => {
  const server = await startWireServer([running]);
  const { page, troubles } = await openPage(server.url);
  await page.getByText('◉ live').waitFor();
  server.send({ type: 'nodes', nodes: [callOf(20)] });
  await page.getByRole('treeitem', { name: 'running Bash step 20' }).waitFor();
  server.send({ type: 'nodes', nodes: [callOf(20, { state: 'done' })] });
  await page.getByRole('treeitem', { name: 'done Bash step 20' }).waitFor();
  server.send({ type: 'head', head: { ...trajectory.head, outcome: 'success' } });
  server.send({ type: 'end' });
  await page.getByText('● success').waitFor();
  await page.getByText('◉ live').waitFor({ state: 'detached' });
  expect(troubles).toEqual([]);
});

test('a broken connection is taken up behind the last event', async () => {
  const server = await startWireServer([running]);
  const { page } = await openPage(server.url);
  await page.getByText('◉ live').waitFor();
  server.send({ type: 'nodes', nodes: [callOf(20)] });
  await page.getByRole('treeitem', { name: 'step 20' }).waitFor();
  server.breakConnections();
  server.send({ type: 'nodes', nodes: [callOf(21)] });
  await page.getByRole('treeitem', { name: 'step 21' }).waitFor();
  expect(server.lastIds).toEqual([undefined, '0']);
});

test('a recording that was replaced is read again', async () => {
  const recordings = [running];
  const server = await startWireServer(recordings);
  const { page } = await openPage(server.url);
  await page.getByText('◉ live').waitFor();
  recordings[0] = { ...running, trajectory: { ...running.trajectory, nodes: [{ ...callOf(0), parent: undefined }] } };
  server.send({ type: 'anew' });
  await page.getByText('1 of 1 steps').waitFor();
});

test('a reload keeps the key, and a second reader of the address gets none', async () => {
  const server = await startWireServer([everyKind]);
  const { page } = await openPage(server.url);
  expect(page.url()).toBe(server.address);
  await page.reload();
  await page.getByRole('tree').waitFor();
  const second = await openPage(server.url);
  expect(await second.page.getByRole('alert').innerText()).toContain('This address was already used');
});

test('the end of the tree is followed unless the reader has scrolled away', async () => {
  const server = await startWireServer([running]);
  const { page } = await openPage(server.url, { viewport: { width: 1280, height: 500 } });
  await page.getByText('◉ live').waitFor();
  const send = (from: number) =>
    server.send({ type: 'nodes', nodes: Array.from({ length: 50 }, (_, index) => callOf(from + index)) });
  await page.evaluate('document.querySelector("[role=tree]").scrollTop = 1e6');
  send(100);
  await page.getByRole('treeitem', { name: 'step 149' }).waitFor();
  await page.evaluate('document.querySelector("[role=tree]").scrollTop = 0');
  send(200);
  await page.getByText('120 of 120 steps').waitFor();
  expect(await page.evaluate('document.querySelector("[role=tree]").scrollTop')).toBe(0);
});

test('a step that comes while a reader chooses another recording stays in its own', async () => {
  const server = await startWireServer([running, running]);
  const { page } = await openPage(server.url);
  await page.getByText('◉ live').waitFor();
  await page.evaluate(`{
    window.drawn = window.requestAnimationFrame;
    window.due = [];
    window.requestAnimationFrame = (draw) => window.due.push(draw);
  }`);
  server.send({ type: 'nodes', nodes: [callOf(20)] }, 0);
  await expect.poll(() => page.evaluate('window.due.length')).toBeGreaterThan(0);
  await page.getByRole('navigation', { name: 'Recordings' }).getByRole('button').nth(1).click();
  await expect.poll(() => server.lastIds.length).toBe(2);
  await page.evaluate(`{
    window.requestAnimationFrame = window.drawn;
    for (const draw of window.due) draw(performance.now());
  }`);
  server.send({ type: 'nodes', nodes: [callOf(21)] }, 1);
  await page.getByRole('treeitem', { name: 'step 21' }).waitFor();
  expect(await page.getByRole('treeitem', { name: 'step 20' }).count()).toBe(0);
});
