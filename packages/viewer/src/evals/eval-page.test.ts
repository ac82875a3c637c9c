import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { evalPage } from './eval-page.js';
import { isEvalFile, readEval } from './read-eval.js';
import { serveEval } from './serve-eval.js';

const HOSTILE = `<script>alert(1)</script><img src=x onerror="alert(2)">' " & </pre></details>`;
const SESSION = '0123456789abcdef';
const run = (more: object) => ({
  type: 'run',
  case: 'a',
  variant: 'v',
  repeat: 1,
  state: 'passed',
  scores: {},
  usd: 0.01,
  ms: 1200,
  text: 'x',
  ...more,
});

function results(...lines: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-evals-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'runs.jsonl');
  const head = { type: 'eval', version: 1, name: `words ${HOSTILE}`, variants: ['v', `w${HOSTILE}`] };
  writeFileSync(file, [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

const plain = { redact: (text: string) => text };

it('a page has a row for each case and a cell for each run, with the answer and why it failed', () => {
  const file = results(
    run({ text: 'the answer', scores: { near: 0.5, none: null } }),
    run({ repeat: 2, state: 'failed', why: ['text: it is wrong'] }),
    run({ case: 'b', state: 'error', why: ['MODEL_OVERLOADED: later'] }),
    run({ case: 'b', text: 'done later' }),
    run({ case: 'b', text: 'a second time' }),
  );
  const html = evalPage(readEval(file), plain);
  expect(isEvalFile(file)).toBe(true);
  expect(html.match(/<tr>/g)).toHaveLength(3);
  expect(html).toContain('<pre>the answer</pre>');
  expect(html).toContain('passed · near 0.50 · none no score · $0.010 · 1.2 s');
  expect(html).toContain('failed (run 2)');
  expect(html).toContain('<li>text: it is wrong</li>');
  expect([html.includes('done later'), html.includes('a second time'), html.includes('MODEL_OVERLOADED')]).toEqual([
    true,
    false,
    false,
  ]);
});

it('a hostile text stays text, in each field of a file', () => {
  const file = results(
    run({
      case: HOSTILE,
      text: HOSTILE,
      why: [HOSTILE],
      state: HOSTILE,
      scores: { [HOSTILE]: 1 },
      session: `sessions/../${HOSTILE}`,
    }),
    run({ case: 'b', variant: `w${HOSTILE}`, text: 7, why: 'x', scores: null, usd: 'much', ms: null, session: '/etc/passwd' }),
  );
  const html = evalPage(readEval(file), { ...plain, runOf: ({ session }) => session });
  expect(html.match(/<(?:script|img)/g)).toBeNull();
  expect(html.match(/<\/details>/g)).toHaveLength(2);
  expect(html).not.toContain('<a ');
  expect(html).toContain("default-src 'none'");
  expect(evalPage(readEval(file), { redact: (text) => text.replaceAll('alert', '***') })).not.toContain('alert');
});

it('a line that was cut off is left out, and one in the middle is refused', () => {
  const file = results(run({}));
  writeFileSync(file, '{"type":"eval","variants":["v"]}\n{"type":"ru');
  expect(readEval(file).cases.size).toBe(0);
  writeFileSync(file, '{"type":"eval","variants":["v"]}\n{"type":"ru\n{}\n');
  expect(() => readEval(file)).toThrow('a line of it is not JSON');
});

/** Gets a path of a server, with another host if one is given. */
const get = (url: string, host?: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    request(url, host === undefined ? {} : { headers: { host } }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    })
      .on('error', reject)
      .end();
  });

it('a cell opens its run below an address that nobody guesses, and nothing else is served', async () => {
  const file = results(
    run({ session: `sessions/${SESSION}.jsonl` }),
    run({ case: 'gone', session: 'sessions/ffffffffffffffff.jsonl' }),
  );
  mkdirSync(join(dirname(file), 'sessions'));
  writeFileSync(join(dirname(file), 'sessions', `${SESSION}.jsonl`), '');
  const pageOf = async (session: string) => `the page of ${session.slice(-22)}`;
  const viewer = await serveEval(readEval(file), { file, ...plain, pageOf, onFault: () => {} });
  onTestFinished(() => viewer.close());
  const page = await get(viewer.url);
  expect([page.status, page.body.match(/<a href="[^"]*"/g)]).toEqual([200, [`<a href="run/${SESSION}"`]]);
  expect(await get(`${viewer.url}run/${SESSION}`)).toEqual({ status: 200, body: `the page of ${SESSION}.jsonl` });
  const { origin } = new URL(viewer.url);
  const statuses = [
    await get(`${viewer.url}run/ffffffffffffffff`),
    await get(`${viewer.url}run/..%2f..%2fetc`),
    await get(`${origin}/`),
    await get(`${origin}/${'x'.repeat(43)}/`),
    await get(viewer.url, 'attacker.example'),
  ].map(({ status }) => status);
  expect(statuses).toEqual([404, 404, 403, 403, 403]);
});
