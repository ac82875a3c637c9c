import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPage } from './pages.test-kit.js';

const ROOT = join(import.meta.dirname, '../..');

interface Served {
  readonly dir: string;
  /** The address that the program prints, with its token. */
  readonly address: string;
  readonly host: string;
  readonly token: string;
  readonly note: () => string | undefined;
}

/** Creates the template in a folder of its own and starts its program. */
async function served(changed: Readonly<Record<string, string>> = {}): Promise<Served> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-web-')));
  const dir = join(folder, 'my-page');
  const create = [join(ROOT, 'packages/create-loadout/bin/create-loadout.js'), dir, '--template', 'web', '--yes'];
  expect(spawnSync(process.execPath, create, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  for (const [name, text] of Object.entries(changed)) writeFileSync(join(dir, name), text);
  const env = { PATH: process.env.PATH, HOME: folder, LOADOUT_STATE_DIR: join(folder, 'state') };
  const child = spawn(process.execPath, ['server.mjs'], { cwd: dir, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    expect([await ended, output]).toEqual([0, expect.stringMatching(/^Open \S+\n$/)]);
    rmSync(folder, { recursive: true });
  });
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/^Open http:\/\/127\.0\.0\.1:\d+\/#\S+\n/);
  const address = output.slice('Open '.length).trim();
  const file = join(dir, 'note.txt');
  const note = () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  return { dir, address, host: new URL(address).host, token: new URL(address).hash.slice(1), note };
}

/** The status of a request with these headers, whose body is not read. */
const statusOf = (
  { host }: Pick<Served, 'host'>,
  { method = 'POST', path = '/prompts', body = '{}', headers = {} }: Partial<Asked> = {},
): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const [hostname, port] = host.split(':');
    const asked = request({ hostname, port, method, path, headers }, (response) => {
      resolve(response.statusCode);
      response.destroy();
    });
    asked.on('error', reject).end(method === 'GET' ? undefined : body);
  });

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly headers: OutgoingHttpHeaders;
}

const MARKUP = '<img src=x onerror="window.acted=1">';

describe('the page of create-loadout --template web (GAP-F11)', () => {
  test('streams a run, asks before a change, and makes the change after a yes', async () => {
    const { address, note } = await served();
    const { page, troubles } = await openPage(address);
    expect(page.url()).not.toContain('#');
    await page.getByLabel('Prompt').fill('Write a note.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Write wants to run:').waitFor();
    await page.getByText('I look at the files, and then I write a note.').waitFor();
    expect(note()).toBeUndefined();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText(/There are \d+ files\. The note/).waitFor();
    expect(note()).toMatch(/^\d+ files are here\.\n$/);
    await page.getByRole('button', { name: 'Allow' }).waitFor({ state: 'detached' });
    expect(troubles).toEqual([]);
  });

  test('makes no change after a no', async () => {
    const { address, note } = await served();
    const { page } = await openPage(address);
    await page.getByLabel('Prompt').fill('Write a note.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Write', { exact: false }).and(page.locator('summary')).filter({ hasText: '(denied)' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).and(page.locator(':disabled')).waitFor();
    expect(note()).toBeUndefined();
  });

  test('is interrupted when the page is closed, and the next page may ask', async () => {
    const { address, note, host, token } = await served();
    const { page } = await openPage(address);
    await page.getByLabel('Prompt').fill('Write a note.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Deny' }).waitFor();
    const headers = { authorization: `Bearer ${token}` };
    const prompt = { headers, body: JSON.stringify({ prompt: 'Me too.' }) };
    expect(await statusOf({ host }, prompt)).toBe(409);
    await page.close();
    await expect.poll(() => statusOf({ host }, prompt), { timeout: 60_000 }).toBe(200);
    expect(note()).toBeUndefined();
  });

  test('shows what the model says as text', async () => {
    const script = `providers: { script: { use: "@loadout/model-script", options: { turns: [{ text: ${JSON.stringify(MARKUP)} }] } } }
agents: { helper: { model: script/demo } }
`;
    const { address } = await served({ 'agent.config.yaml': script });
    const { page, troubles } = await openPage(address);
    await page.getByLabel('Prompt').fill(MARKUP);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => page.getByText(MARKUP).count(), { timeout: 60_000 }).toBe(2);
    expect(await page.evaluate('[window.acted, document.images.length]')).toEqual([undefined, 0]);
    expect(troubles).toEqual([]);
  });

  test('a page of another origin starts nothing, answers nothing and reads nothing', async () => {
    const { host, token, note } = await served();
    const foreign = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>foreign</h1>'));
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void foreign.close());
    const { page } = await openPage(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
    const body = JSON.stringify({ prompt: 'Write a note.' });
    const server = JSON.stringify(`http://${host}`);
    // Even with the token, which no other page knows.
    const ends = await page.evaluate(`{
      const end = (asked) => asked.then(({ type, status }) => type + ' ' + status, String);
      const [server, body] = [${server}, ${JSON.stringify(body)}];
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', enctype: 'text/plain', action: server + '/prompts', target: '_blank' });
      document.body.append(form);
      form.submit();
      Promise.all([
        end(fetch(server + '/prompts', { method: 'POST', body, headers: { authorization: 'Bearer ${token}' } })),
        end(fetch(server + '/prompts', { method: 'POST', body, mode: 'no-cors' })),
        end(fetch(server + '/')),
      ]);
    }`);
    expect(ends).toEqual([
      expect.stringContaining('Failed to fetch'),
      expect.stringMatching(/opaque 0|Failed/),
      expect.stringContaining('Failed to fetch'),
    ]);
    expect(note()).toBeUndefined();
    // A run that another page had begun would still wait for its answer.
    expect(await statusOf({ host }, { body, headers: { authorization: `Bearer ${token}` } })).toBe(200);
  });
});

describe('the server of create-loadout --template web (GAP-F11)', () => {
  test('answers its own page with its token alone', async () => {
    const site = await served();
    const { host, token } = site;
    const authorization = `Bearer ${token}`;
    const own = { host, origin: `http://${host}`, authorization };
    const port = host.split(':')[1];
    const refused: readonly (readonly [Partial<Asked>, number])[] = [
      [{ headers: { ...own, authorization: '' } }, 401],
      [{ headers: { ...own, authorization: `Bearer ${token}x` } }, 401],
      [{ headers: { ...own, host: `evil.example:${port}` } }, 403],
      [{ headers: { ...own, host: `localhost:${port}` } }, 403],
      [{ headers: { ...own, origin: 'http://evil.example' } }, 403],
      [{ headers: { ...own, origin: 'null' } }, 403],
      [{ headers: { ...own, origin: `http://127.0.0.1:${Number(port) + 1}` } }, 403],
      [{ method: 'GET', path: '/', headers: { host: `evil.example:${port}` } }, 403],
      [{ method: 'GET', path: '/prompts', headers: own }, 404],
      [{ method: 'GET', path: '/../server.mjs', headers: own }, 404],
      [{ method: 'GET', path: '/constructor', headers: own }, 404],
      [{ path: '/answers', headers: own, body: '{"id":"1","answer":"allow"}' }, 404],
      [{ path: '/answers', headers: own, body: '{"id":"1","answer":"yes"}' }, 400],
      [{ headers: own, body: '{' }, 400],
      [{ headers: own, body: 'null' }, 400],
      [{ headers: own, body: '{"prompt":" "}' }, 400],
    ];
    const found = await Promise.all(refused.map(([asked]) => statusOf(site, asked)));
    expect(found).toEqual(refused.map(([, status]) => status));
    expect(await statusOf(site, { headers: own, body: '{"prompt":"Hello."}' })).toBe(200);
  });
});
