import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { globSync } from 'tinyglobby';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../lib/loadout.js';

const SOURCE = 'packages/core/src/define/define-tool.ts';

/**
 * Works as a debugger does: finds the built place of a line of TypeScript through the source map, and stops there. It runs in a thread of its
 * own and watches the main thread.
 */
const DEBUGGER = `
import { Session } from 'node:inspector';
import { SourceMap } from 'node:module';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

const { url, source, line } = workerData;
const built = readFileSync(fileURLToPath(url), 'utf8').split('\\n');
const map = new SourceMap(JSON.parse(readFileSync(fileURLToPath(url) + '.map', 'utf8')));
const isIt = (entry) => entry.originalSource?.endsWith(source) && entry.originalLine + 1 === line;
const lineNumber = built.findIndex((text, at) => isIt(map.findEntry(at, text.search(/\\S/))));
// The thread stays until the program ends it.
parentPort.on('message', () => {});
const session = new Session();
session.connectToMainThread();
session.on('Debugger.paused', ({ params }) => {
  const [{ location }] = params.callFrames;
  const { originalSource, originalLine } = map.findEntry(location.lineNumber, location.columnNumber);
  parentPort.postMessage({ source: originalSource, line: originalLine + 1 });
  session.post('Debugger.resume');
});
session.post('Debugger.enable', () => session.post('Debugger.setBreakpointByUrl', { url, lineNumber }, () => parentPort.postMessage('ready')));
`;

const PROGRAM = `
import { Worker } from 'node:worker_threads';
import { defineTool } from '@loadout/core';

const worker = new Worker('./debugger.mjs', { workerData: JSON.parse(process.argv[2]) });
worker.once('message', () => {
  worker.once('message', (hit) => {
    console.log(JSON.stringify(hit));
    worker.terminate();
  });
  defineTool({ name: 'Greet', description: 'Greets.', inputSchema: { type: 'object' }, call: async () => 'Hi.' });
});
`;

let project = '';

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'loadout-maps-'));
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', project];
  const packed = JSON.parse(execFileSync('npm', args, { cwd: join(root, 'packages/core'), encoding: 'utf8' })) as [
    { filename: string },
  ];
  const installed = join(project, 'node_modules/@loadout/core');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(project, packed[0].filename), '-C', installed, '--strip-components', '1']);
  writeFileSync(join(project, 'debugger.mjs'), DEBUGGER);
  writeFileSync(join(project, 'program.mjs'), PROGRAM);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

it('a breakpoint at a line of TypeScript of a packed and installed package is hit', () => {
  const text = readFileSync(join(root, SOURCE), 'utf8').split('\n');
  const line = text.findIndex((one) => one.includes('const owner = ')) + 1;
  expect(line).toBeGreaterThan(0);
  const dist = join(project, 'node_modules/@loadout/core/dist');
  const built = readdirSync(dist).find(
    (name) => name.endsWith('.js') && readFileSync(join(dist, name), 'utf8').includes('const owner = '),
  );
  const url = pathToFileURL(join(dist, String(built))).href;
  const wish = JSON.stringify({ url, source: 'src/define/define-tool.ts', line });
  const printed = execFileSync(process.execPath, ['program.mjs', wish], { cwd: project, encoding: 'utf8', timeout: 120_000 });
  expect(JSON.parse(printed)).toEqual({ source: '../src/define/define-tool.ts', line });
});

it('a source map has the texts of Loadout, and of no bundled library', () => {
  const maps = globSync('packages/*/dist/**/*.js.map', { cwd: root }).map((file) => ({
    file,
    map: JSON.parse(readFileSync(join(root, file), 'utf8')) as { sources: string[]; sourcesContent?: (string | null)[] },
  }));
  expect(
    maps.some(({ map }) => map.sources.some((source) => source.includes('/core/src/') || source.startsWith('../src/'))),
  ).toBe(true);
  const repeated = maps.flatMap(({ file, map }) =>
    map.sources
      .filter((source, at) => source.includes('node_modules') && Boolean(map.sourcesContent?.[at]))
      .map((source) => `${file}: ${source}`),
  );
  expect(repeated).toEqual([]);
});
