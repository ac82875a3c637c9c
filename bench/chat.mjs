import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { median } from './lib/measure.mjs';
import { tell } from './lib/rows.mjs';
import { printTable } from './lib/table.mjs';

const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));
/** The bytes and frames that are wanted. */
const MOST_BYTES = 200;
const LEAST_FRAMES = 20;
const WIDTHS = [100, 60];
const EVERY_MS = 20;

/** The terminal program: what a streamed answer costs the terminal. */
export async function chatBench({ rounds }) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-chat-'));
  try {
    const program = join(folder, 'stream.mjs');
    const options = { bundle: true, platform: 'node', format: 'esm', tsconfig: fileOf('../tsconfig.json'), logLevel: 'error' };
    await build({ entryPoints: [fileOf('chat/stream.mjs')], outfile: program, ...options });
    const runOf = (columns) => JSON.parse(execFileSync(process.execPath, [program, columns, EVERY_MS], { encoding: 'utf8' }));
    const rows = WIDTHS.map((columns) => {
      const runs = Array.from({ length: Math.min(rounds, 3) }, () => runOf(columns));
      const of = (name) => median(runs.map((run) => run[name]));
      return { columns, perToken: of('perToken'), frames: of('frames'), first: of('first'), cpu: of('cpu') };
    });
    printTable(
      `A streamed answer, Markdown on, a token of 6 bytes each ${EVERY_MS} ms`,
      ['columns', 'bytes a token', 'frames a second', 'ms to the first', 'CPU ms a token'],
      rows.map((row) => [row.columns, ...[row.perToken, row.frames, row.first, row.cpu].map((value) => value.toFixed(2))]),
    );
    const [wide] = rows;
    tell({
      id: 'chat.bytes',
      name: 'Bytes a streamed token, against 200',
      value: wide.perToken,
      floor: MOST_BYTES,
      aim: 1,
      unit: 'B',
    });
    tell({
      id: 'chat.frames',
      name: 'Milliseconds a frame, against 50',
      value: 1000 / wide.frames,
      floor: 1000 / LEAST_FRAMES,
      aim: 1,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
