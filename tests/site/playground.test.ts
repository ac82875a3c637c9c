import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PACKAGES, packageJson, padded, type SampleOptions } from '../config-samples.test-kit.js';
import { openPage } from '../viewer/pages.test-kit.js';
import { serveSite } from './site.test-kit.js';

const SAMPLES = fileURLToPath(new URL('../config-samples', import.meta.url));
/** Samples whose answer differs in a browser, each with the reason. */
const DIFFERS: Readonly<Record<string, string>> = {
  'secret-without-value': 'runs a program',
};

async function openPlayground() {
  const site = await serveSite();
  const opened = await openPage(`${site}/playground.html`);
  await expect.poll(() => decision(opened.page)).toContain('ask: Bash needs approval');
  return opened;
}

const problems = (page: Page) => page.getByRole('status').first().innerText();
const decision = (page: Page) => page.getByRole('status').nth(1).innerText();

it('a problem is shown with its place while it is typed, and goes when it is repaired', async () => {
  const { page, troubles } = await openPlayground();
  const config = page.getByLabel('agent.config.yaml');
  const right = await config.inputValue();
  await config.fill(right.replace('turns', 'trns'));
  await expect.poll(() => problems(page)).toContain('agent.config.yaml:9:15  CONFIG_UNKNOWN_KEY');
  expect(await decision(page)).toBe('Repair the configuration first.');
  await config.fill(right);
  await expect.poll(() => problems(page)).toBe('No problem.');
  expect(troubles).toEqual([]);
});

it.each([
  ['Bash(npm test)', 'allow: Bash is allowed by the rule Bash(npm test:*) (agent.config.yaml:3:28)'],
  ['Edit(src/generated/a.ts)', 'deny: Edit is denied by the rule Edit(/src/generated/**) (agent.config.yaml:4:10)'],
  ['Bash(echo x > src/generated/a.ts)', 'deny: Bash is denied by the rule Edit(/src/generated/**) (agent.config.yaml:4:10)'],
  ['Bash(rm -rf /)', 'ask: Bash needs approval: it may change or remove all of /.'],
  ['Fly(away)', 'Fly'],
])('the decision about %s names the rule and its line', async (call, expected) => {
  const { page } = await openPlayground();
  await page.getByLabel('A call').fill(call);
  await expect.poll(() => decision(page)).toContain(expected);
});

it('nothing leaves the page: no request follows what is typed', async () => {
  const { page, troubles } = await openPlayground();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByLabel('A call').fill('Bash(git push)');
  await expect.poll(() => decision(page)).toContain('git push');
  expect(requests).toEqual([]);
  expect(troubles).toEqual([]);
});

it('each sample of a mistake is answered as by the command, but for those that need more than files', async () => {
  const { page } = await openPlayground();
  const requests = readdirSync(SAMPLES)
    .sort()
    .map((sample) => ({ sample, ...requestOf(sample) }));
  const texts = (await page.evaluate(`(${askAll})(${JSON.stringify(requests)})`)) as readonly string[];
  const different = requests.filter(({ expected }, index) => texts[index] !== expected).map(({ sample }) => sample);
  expect(different).toEqual(Object.keys(DIFFERS));
});

/** Asks a worker of the page's own checker about each request. Text, since the page has no types of ours. */
const askAll = `async (requests) => {
  const worker = new Worker('/playground/checker.js');
  const texts = [];
  for (const [id, { request }] of requests.entries()) {
    const answered = new Promise((done) => worker.addEventListener('message', ({ data }) => data.id === id && done(data.answer)));
    worker.postMessage({ id, kind: 'check', request });
    texts.push((await answered).text);
  }
  worker.terminate();
  return texts;
}`;

function requestOf(sample: string) {
  const folder = join(SAMPLES, sample);
  const files = Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
  const { padToBytes, ...options } = JSON.parse(files['options.json'] ?? '{}') as SampleOptions;
  const file = ['agent.config.yaml', 'agent.config.json', '.config/agent.config.yaml'].find((name) => name in files) ?? '';
  if (padToBytes !== undefined) files[file] = padded(files[file] ?? '', padToBytes);
  return { expected: files['expected.txt'], request: { files, file, options: { keepParams: false, ...options }, installed } };
}

const ours = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../packages/${name}/package.json`, import.meta.url)), 'utf8');
/** The packages of the samples, and two that the command finds beside itself. */
const installed = Object.fromEntries([
  ...['claude-files', 'shell-rules'].map((name) => [`/loadout/node_modules/@loadout/${name}/package.json`, ours(name)]),
  ...Object.entries(PACKAGES).map(([name, loadout]) => [
    `/loadout/node_modules/${name}/package.json`,
    packageJson(name, loadout),
  ]),
]);
