import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { median } from './lib/measure.mjs';
import { printTable, ratio } from './lib/table.mjs';

const START = Date.UTC(2026, 10, 20);
const TEMPLATE = new URL('../packages/viewer/dist/page.html', import.meta.url);

/** An exported page of a run with this many steps, each call with an input and a result. */
function pageOf(steps) {
  const nodes = Array.from({ length: steps }, (_, id) => nodeOf(id));
  const contents = Object.fromEntries(
    nodes.map(({ id }) => [
      id,
      { id, input: { head: `{"command":"step ${id}"}` }, result: { head: `line ${id} of the result\n`.repeat(8) } },
    ]),
  );
  const totals = {
    turns: steps / 4,
    calls: steps,
    denied: 0,
    failed: 0,
    spilled: 0,
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
  };
  const head = { source: 'session', id: 'bench', agent: 'bench', models: ['m'], outcome: 'success', totals, notes: [] };
  const json = JSON.stringify({
    version: 1,
    recordings: [{ trajectory: { version: 1, head, nodes }, contents }],
    exported: { at: START, redacted: [] },
  });
  const data = `<script type="application/octet-stream" id="data">${gzipSync(json).toString('base64')}</script>`;
  return {
    raw: json.length,
    html: readFileSync(TEMPLATE, 'utf8')
      .replace("connect-src 'self'", "connect-src 'none'")
      .replace('<!--data-->', () => data),
  };
}

function nodeOf(id) {
  const base = { id, agent: ['bench'], start: START + id * 1000, end: START + id * 1000 + 700, size: 100 };
  if (id === 0) return { ...base, kind: 'run', title: 'A long run', source: 'startup' };
  const turn = id - ((id - 1) % 4);
  if (turn === id)
    return { ...base, parent: 0, kind: 'turn', turn: (id + 3) / 4, model: 'm', purpose: 'turn', title: `step ${id}` };
  return {
    ...base,
    parent: turn,
    kind: 'call',
    callId: `c${id}`,
    tool: 'Bash',
    title: `step ${id}`,
    state: 'done',
    hash: `h${id}`,
  };
}

function chromiumOnPath() {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'chromium'))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error('There is no chromium on the PATH, which this bench opens the page in.');
  return found;
}

/** The time until the tree is painted, and the heap behind it, in a browser of its own. */
async function openingOf(file) {
  const browser = await chromium.launch({
    executablePath: chromiumOnPath(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage();
    await page.addInitScript(`new MutationObserver((_, observer) => {
      if (document.querySelector('[role=treeitem]') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now(); }));
    }).observe(document, { childList: true, subtree: true })`);
    await page.goto(pathToFileURL(file).href);
    const took = await (await page.waitForFunction('window.painted')).jsonValue();
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { took, heap: usedSize / 1e6 };
  } finally {
    await browser.close();
  }
}

/** The opening of an exported page with 20,000 steps against one with 20. Needs a Chromium. */
export async function viewerBench({ rounds }) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-'));
  const rows = [];
  for (const steps of [20, 20_000]) {
    const { html, raw } = pageOf(steps);
    const file = join(folder, `${steps}.html`);
    writeFileSync(file, html);
    const openings = [];
    for (let round = 0; round < Math.min(rounds, 5); round += 1) openings.push(await openingOf(file));
    rows.push({
      steps,
      raw,
      kb: html.length / 1000,
      took: median(openings.map(({ took }) => took)),
      heap: median(openings.map(({ heap }) => heap)),
    });
  }
  rmSync(folder, { recursive: true, force: true });
  printTable(
    `The viewer's page from a file, median of ${Math.min(rounds, 5)} browsers`,
    ['steps', 'page kB', '% of raw', 'ms to the tree', 'x 20 steps', 'heap MB'],
    rows.map(({ steps, raw, kb, took, heap }) => [
      steps,
      kb.toFixed(0),
      ((kb * 100_000) / raw).toFixed(0),
      took.toFixed(0),
      ratio(took, rows[0].took),
      heap.toFixed(1),
    ]),
  );
}
