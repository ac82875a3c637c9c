import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pageHtml, type RecordingData } from '@loadout/viewer';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { atEndOfFile } from '../lib/end-of-file.js';
import { programOnPath } from './program-on-path.js';

/** The page as `npm run build` made it. */
export const builtPage = (): string => readFileSync(new URL('../../packages/viewer/dist/page.html', import.meta.url), 'utf8');

/** One Chromium for the tests of a file. */
let browser: Promise<Browser> | undefined;

function browserOfFile(): Promise<Browser> {
  if (browser !== undefined) return browser;
  const started = chromium.launch({
    executablePath: programOnPath('chromium'),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  browser = started;
  atEndOfFile(async () => {
    browser = undefined;
    await (await started).close();
  });
  return started;
}

export interface OpenPage {
  readonly page: Page;
  /** Everything that a page must not do: errors, dialogs, breaches of its policy, requests to anywhere but `origin`. */
  readonly troubles: readonly string[];
}

/** Opens an address in a browser of its own state, and records what goes wrong there. */
export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await (await browserOfFile()).newContext({ viewport: { width: 1280, height: 800 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && troubles.push(`console: ${message.text()}`));
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', () => troubles.push('a window was opened'));
  const origin = new URL(url);
  const allowed = origin.protocol === 'file:' ? origin.href : `${origin.origin}/`;
  page.on('request', (request) => {
    if (!request.url().startsWith(allowed) && !request.url().startsWith('data:')) troubles.push(`request: ${request.url()}`);
  });
  await page.addInitScript(
    "document.addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective, event.blockedURI, event.sample))",
  );
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, troubles };
}

/** Opens an exported file from disk. */
export async function openExport(recordings: readonly RecordingData[], options: BrowserContextOptions = {}): Promise<OpenPage> {
  const folder = await mkdtemp(join(tmpdir(), 'loadout-page-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'run.html');
  await writeFile(file, pageHtml({ recordings, exported: { at: Date.UTC(2026, 10, 21), redacted: ['home folder'] } }));
  return openPage(pathToFileURL(file).href, options);
}
