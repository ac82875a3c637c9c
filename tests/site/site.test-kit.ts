import { once } from 'node:events';
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { atEndOfFile } from '../lib/end-of-file.js';

/** The site as `npm run site` built it. */
export const DIST = fileURLToPath(new URL('../../site/dist', import.meta.url));

/** The pages of the site, such as `guide/hooks.html`. */
export const pagesOfSite = (): readonly string[] =>
  readdirSync(DIST, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .sort();

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Serves the site on loopback until the tests of a file have ended. Resolves to its address, without a slash at the end. */
export async function serveSite(): Promise<string> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').replace(/[?#].*/, ''));
    const file = join(DIST, path.endsWith('/') ? `${path}index.html` : path);
    const found = [file, `${file}.html`].find((one) => one.startsWith(DIST) && existsSync(one) && statSync(one).isFile());
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': TYPES[extname(found ?? '')] ?? 'text/plain' });
    if (found === undefined) response.end();
    else createReadStream(found).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEndOfFile(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Violations {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** The rules of axe that a page breaks, or a part of it, each with the first element. */
export async function violationsOf(page: Page, part = 'html'): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(part)}, { resultTypes: ["violations"] })`)) as Violations;
  return violations.map(({ id, nodes }) => `${id} ${nodes.length}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}
