import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exportData, openFile, pageHtml } from '@loadout/viewer';
import { chromium } from 'playwright-core';
import { median } from './lib/measure.mjs';
import { ownText, recordRun, repeating } from './lib/recorded-run.mjs';
import { printTable, ratio } from './lib/table.mjs';

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
    const took = await (await page.waitForFunction(() => globalThis.painted)).jsonValue();
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { took, heap: usedSize / 1e6 };
  } finally {
    await browser.close();
  }
}

/** Writes the page of a recorded run as `loadout view --export` does. */
async function exportRun(folder, { label, calls, resultOf }) {
  const session = await recordRun(mkdtempSync(join(folder, 'run-')), { calls, resultOf });
  const recording = await openFile(session);
  const html = pageHtml(await exportData([recording], { now: Date.now(), secrets: [] }));
  await recording.close();
  const file = join(folder, `${label}.html`);
  writeFileSync(file, html);
  return { label, file, size: html.length, raw: statSync(session).size };
}

/**
 * Exported pages of recorded runs: their sizes against the session files, and their opening against that of a short run. A call is four
 * records, so 5,000 calls are 20,000 events. Needs a Chromium.
 */
export async function viewerBench({ rounds }) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-'));
  const runs = [
    { label: '20 events', calls: 5, resultOf: repeating },
    { label: '20,000 events whose text repeats', calls: 5_000, resultOf: repeating },
    { label: "20,000 events with this project's files", calls: 5_000, resultOf: ownText() },
  ];
  const rows = [];
  for (const run of runs) {
    const exported = await exportRun(folder, run);
    const openings = [];
    for (let round = 0; round < Math.min(rounds, 5); round += 1) openings.push(await openingOf(exported.file));
    rows.push({
      ...exported,
      took: median(openings.map(({ took }) => took)),
      heap: median(openings.map(({ heap }) => heap)),
    });
  }
  rmSync(folder, { recursive: true, force: true });
  printTable(
    `The viewer's page from a file, median of ${Math.min(rounds, 5)} browsers`,
    ['', 'page kB', '% of raw', 'ms to the tree', 'x 20 events', 'heap MB'],
    rows.map(({ label, raw, size, took, heap }) => [
      label,
      (size / 1000).toFixed(0),
      ((size * 100) / raw).toFixed(1),
      took.toFixed(0),
      ratio(took, rows[0].took),
      heap.toFixed(1),
    ]),
  );
}
