// Read against what a program would do without it (PERF-01). `node bench/tools/read.mjs [rounds]` after a build.
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mountPlugin, testContext } from '../../packages/testing/dist/index.js';
import fs from '../../packages/tool-fs/dist/index.js';
import { interleave, median } from '../lib/measure.mjs';
import { tell } from '../lib/rows.mjs';
import { ms, printTable, ratio } from '../lib/table.mjs';

const BLOCK = 64 * 1024;
const CALLS = 100;
const PAGE = 100;

const line = (index) => `${index}: ${'x'.repeat((index * 7919) % 80)}\n`;

function writeLines(path, bytes) {
  const fd = openSync(path, 'w');
  let lines = 0;
  for (let written = 0; written < bytes; ) {
    let text = '';
    while (text.length < 4 * 1024 * 1024 && written + text.length < bytes) text += line(lines++);
    written += writeSync(fd, text);
  }
  closeSync(fd);
  return lines;
}

/** The least that finds a line by its number: blocks of 64 KiB, a count of line feeds. */
function countTo(path, lines) {
  const fd = openSync(path, 'r');
  const block = Buffer.allocUnsafe(BLOCK);
  let seen = 0;
  for (let length = readSync(fd, block); length > 0 && seen < lines; length = readSync(fd, block)) {
    const bytes = block.subarray(0, length);
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) seen += 1;
  }
  closeSync(fd);
}

/** The least that shows a file with numbered lines: stat, read, check that it is UTF-8, number. */
function numbered(path) {
  const bytes = bytesOf(path);
  if (!isUtf8(bytes)) throw new Error(`${path} is not UTF-8.`);
  let text = '';
  let number = 1;
  for (const one of bytes.toString('utf8').split('\n')) text += `${number++}\t${one}\n`;
  return { bytes, text };
}

function bytesOf(path) {
  const fd = openSync(path, 'r');
  const { size } = fstatSync(fd);
  const buffer = Buffer.allocUnsafe(size + 1);
  const length = readSync(fd, buffer);
  closeSync(fd);
  return buffer.subarray(0, length);
}

/** Numbers the lines and takes the digest by which Edit and Write see whether the file is still the one that was shown. */
const numberedAndKnown = (path) => hash('sha256', numbered(path).bytes);

async function timed(work, times) {
  const started = performance.now();
  for (let call = 0; call < times; call++) await work();
  return (performance.now() - started) / times;
}

async function table(title, contenders, { rounds, times }) {
  const results = await interleave(
    contenders.map(({ name, work }) => ({ name, run: () => timed(work, times) })),
    { rounds },
  );
  const of = (name) => median(results.get(name));
  const base = contenders.map(({ name }) => name);
  printTable(
    `${title}, ${rounds} rounds`,
    ['', 'ms', ...contenders.filter((one) => one.isBase).map(({ name }) => `x ${name}`)],
    base.map((name) => [
      name,
      of(name) < 1 ? of(name).toFixed(3) : ms(of(name)),
      ...contenders.filter((one) => one.isBase).map((one) => ratio(of(name), of(one.name))),
    ]),
  );
  return of;
}

export async function readBench({ rounds }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-bench-read-')));
  const parts = await mountPlugin(fs, { configDir: folder, stateDir: folder });
  const session = { sessionId: 'bench', cwd: folder, roots: [folder], artifactDir: folder };
  const services = (parts.services ?? []).map(({ service, create }) => [service, create(session)]);
  const context = testContext({ ...session, services });
  const tool = parts.tools.find(({ name }) => name === 'Read');
  const read = async (input) => {
    const permitted = await tool.access(input, context);
    await tool.call(input, Object.create(context, { permitted: { value: permitted } }));
  };
  try {
    const small = join(folder, 'small.txt');
    writeFileSync(
      small,
      Array.from({ length: 1900 }, (_, index) => line(index))
        .join('')
        .slice(0, 95_000),
    );
    const whole = { file_path: small };
    const of = await table(
      'Read of a whole file of 95 KB',
      [
        { name: 'fs.readFileSync', isBase: true, work: () => readFileSync(small, 'utf8') },
        { name: 'fs.promises.readFile', isBase: true, work: () => readFile(small, 'utf8') },
        { name: 'numbered', isBase: true, work: () => numbered(small) },
        { name: 'numbered and known', isBase: true, work: () => numberedAndKnown(small) },
        { name: 'Read', work: () => read(whole) },
      ],
      { rounds, times: CALLS },
    );
    const row = { name: 'Read of 95 KB', value: of('Read'), aim: 1.2 };
    tell({ ...row, id: 'read.95kb', floor: of('numbered and known') });
    tell({
      ...row,
      id: 'read.95kb.numbered',
      name: `${row.name}, against a floor that does not know it again`,
      floor: of('numbered'),
    });
    const large = join(folder, 'large.txt');
    const lines = writeLines(large, 1024 ** 3);
    for (const [where, offset] of [
      ['in the middle', lines >> 1],
      ['at the end', lines - PAGE + 1],
    ]) {
      const of = await table(
        `Read of ${PAGE} lines ${where} of a file of 1 GB`,
        [
          { name: 'blocks of 64 KiB, counted', isBase: true, work: () => countTo(large, offset + PAGE - 1) },
          { name: 'Read', work: () => read({ file_path: large, offset, limit: PAGE }) },
        ],
        { rounds: Math.max(3, Math.ceil(rounds / 3)), times: 1 },
      );
      const name = `Read of ${PAGE} lines ${where} of 1 GB`;
      tell({ id: `read.1gb ${where}`, name, value: of('Read'), floor: of('blocks of 64 KiB, counted'), aim: 1.2 });
    }
  } finally {
    context.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await readBench({ rounds: Number(process.argv[2] ?? 9) });
}
