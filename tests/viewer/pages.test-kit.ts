import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pageHtml, type RecordingData } from '@loadout/viewer';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { atEndOfFile } from '../lib/end-of-file.js';

/** The page as `npm run build` made it. */
export const builtPage = (): string => readFileSync(new URL('../../packages/viewer/dist/page.html', import.meta.url), 'utf8');

/** The context that the pages of a file share, in the one Chromium of all files. A page of the viewer keeps its state in its tab. */
let shared: Promise<BrowserContext> | undefined;
/** A page on a busy machine may need forty times as long as on a quiet one, and is not wrong for it. */
const PATIENCE_MS = 240_000;
const LOOK = { viewport: { width: 1280, height: 800 } };

function contextOfFile(): Promise<BrowserContext> {
  if (shared !== undefined) return shared;
  const connected = chromium.connect(inject('chromium'));
  const opened = connected.then((browser) => browser.newContext(LOOK));
  shared = opened;
  atEndOfFile(async () => {
    shared = undefined;
    await (await connected).close();
  });
  return opened;
}

/** A tab of the file's context. With options, a test gets a context of its own, which costs twice as much. */
async function newPage(options: BrowserContextOptions | undefined): Promise<Page> {
  const context = await contextOfFile();
  const own = options === undefined ? undefined : await context.browser()?.newContext({ ...LOOK, ...options });
  const page = await (own ?? context).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  onTestFinished(() => (own ?? page).close());
  return page;
}

export interface OpenPage {
  readonly page: Page;
  /** Everything that a page must not do: errors, dialogs, breaches of its policy, requests to anywhere but `origin`. */
  readonly troubles: readonly string[];
}

/** Opens an address in a tab of its own, and records what goes wrong there. */
export async function openPage(url: string, options?: BrowserContextOptions): Promise<OpenPage> {
  const page = await newPage(options);
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
export async function openExport(recordings: readonly RecordingData[], options?: BrowserContextOptions): Promise<OpenPage> {
  const folder = await mkdtemp(join(tmpdir(), 'loadout-page-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'run.html');
  await writeFile(file, pageHtml({ recordings, exported: { at: Date.UTC(2026, 10, 21), redacted: ['home folder'] } }));
  return openPage(pathToFileURL(file).href, options);
}
