import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ask, engineAt } from '@loadout/engine-restate';
import { chromium, type Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { programOnPath } from '../viewer/program-on-path.js';
import { type HeldRun, holdRun } from './held-run.test-kit.js';

/** A name that resolves to this machine, as one of an attacker does after a DNS rebinding. */
const REBOUND = 'evil.test';

/** The program of the page. */
const SOURCE = readFileSync(join(import.meta.dirname, 'page-tries.js'), 'utf8');
const PAGE = SOURCE.slice(SOURCE.indexOf('async function')).trim();

interface Tried {
  readonly ways: number;
  /** All that the page could read. */
  readonly read: readonly string[];
}

/** One try of a page: an address, a method and a body. */
interface Try {
  readonly url: string;
  readonly method: string;
  readonly body?: string | undefined;
}

it('a web page reads, submits, approves and cancels nothing, at every port of the engine and its worker (N3)', async () => {
  const held = await holdRun();
  const { engine, run } = held;
  const before = await held.calls();
  const browser = await chromium.launch({
    executablePath: programOnPath('chromium'),
    args: [`--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  onTestFinished(() => browser.close());
  const tries = await triesAt(held, before);
  // A browser that takes every certificate.
  const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  // A page of another origin on this machine, which is nearer than any page of the web: no browser keeps it from local addresses.
  await page.goto(await origin());
  const tried = [await attempts(page, tries)];
  // The address of the engine itself, under a name of the attacker: whatever is shown there has the origin of the engine's port.
  for (const at of await originsOf(held)) {
    // No browser speaks TLS with a key of this kind: at the worker there is no page at all.
    if ((await page.goto(rebound(at)).catch(() => null)) === null) continue;
    const there = tries.filter(({ url }) => new URL(url).origin === at);
    tried.push(
      await attempts(
        page,
        there.map((one) => ({ ...one, url: rebound(one.url) })),
      ),
    );
  }
  expect(tried.reduce((sum, { ways }) => sum + ways, 0)).toBeGreaterThan(500);
  const read = tried.flatMap((one) => one.read);
  expect(read.filter((text) => text.includes(run) || /inv_|dp_|"rows"/.test(text))).toEqual([]);
  expect(await held.calls()).toEqual(before);
  expect([(await engine.client.run(run)).state, held.isShipped()]).toEqual(['waiting', false]);
});

/** Serves an empty page. */
async function origin(): Promise<string> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>A page</title>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const rebound = (url: string): string => {
  const other = new URL(url);
  other.hostname = REBOUND;
  return other.href;
};

async function workersOf({ engine }: HeldRun): Promise<readonly string[]> {
  const { text } = await ask(engineAt(engine.address).admin, '/deployments');
  return (JSON.parse(text) as { deployments: { uri: string }[] }).deployments.map(({ uri }) => uri.replace(/\/$/, ''));
}

async function originsOf(held: HeldRun): Promise<readonly string[]> {
  const { ingress, admin } = held.engine.address;
  return [...new Set([ingress, admin, ...(await workersOf(held))].map((url) => new URL(url).origin))];
}

async function triesAt(held: HeldRun, before: readonly string[]): Promise<readonly Try[]> {
  const { engine, run, hash, listed } = held;
  const { ingress, admin } = engine.address;
  const invocation =
    before
      .find((call) => call.includes(run))
      ?.split(' ')
      .at(-1) ?? '';
  const prompt = JSON.stringify({ prompt: 'Go on.', plan: listed.view?.plan });
  const yes = JSON.stringify({ behavior: 'allow', by: 'root' });
  const query = JSON.stringify({ query: 'SELECT * FROM sys_invocation' });
  const local = (url: string) => [url, url.replace('127.0.0.1', 'localhost')];
  const posts = [
    [`${ingress}/loadout.shipper/page/prompt/send`, prompt],
    [`${ingress}/loadout.shipper/${run}/prompt/send`, prompt],
    [`${ingress}/loadout-approvals/${hash}/answer/send`, yes],
    [`${ingress}/loadout-schedules/shipper%2Fpage/add/send`, prompt],
    [`${admin}/query`, query],
    [`${admin}/deployments`, JSON.stringify({ uri: 'http://127.0.0.1:1', force: true })],
  ] as const;
  const others = [
    ['GET', `${admin}/deployments`],
    ['GET', `${admin}/ui/`],
    ['GET', `${ingress}/restate/invocation/${invocation}/output`],
    ['GET', `${ingress}/restate/health`],
    ['PATCH', `${admin}/invocations/${invocation}/cancel`],
    ['PATCH', `${admin}/invocations/${invocation}/kill`],
    ['DELETE', `${admin}/invocations/${invocation}`],
    ['OPTIONS', `${ingress}/loadout.shipper/page/prompt/send`],
  ] as const;
  const worker = (await workersOf(held)).flatMap((url) => [
    { method: 'GET', url: `${url}/discover` },
    { method: 'POST', url: `${url}/invoke/loadout.shipper/prompt`, body: prompt },
    { method: 'GET', url: `${url}/loadout/live/loadout.shipper/${run}` },
  ]);
  return [
    ...posts.flatMap(([url, body]) =>
      local(url).flatMap((at) => [
        { method: 'POST', url: at, body },
        { method: 'PUT', url: at, body },
      ]),
    ),
    ...others.flatMap(([method, url]) => local(url).map((at) => ({ method, url: at }))),
    ...worker.flatMap((one) => local(one.url).map((url) => ({ ...one, url }))),
  ];
}

/** Lets a page try each request in every way that a page has. */
const attempts = (page: Page, tries: readonly Try[]): Promise<Tried> =>
  page.evaluate<Tried>(`(${PAGE})(${JSON.stringify(tries)})`);
