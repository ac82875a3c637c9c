import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export interface Growth {
  readonly grownMb: number;
  /** The start of the last answer, and how long all of it was. */
  readonly last: string;
  readonly length: number;
  /** The answer to the small page after the large one. */
  readonly usable: string;
}

/** How a fresh process grows while it fetches one page three times. */
export async function growthOf(input: { warm: string; url: string; options: object }): Promise<Growth> {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-growth-'));
  try {
    const outfile = join(folder, 'growth.mjs');
    await build({
      entryPoints: [fileOf('growth-entry.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: { js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);' },
      tsconfig: fileOf('../../../../tsconfig.json'),
      external: ['unpdf'],
      logLevel: 'silent',
    });
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', outfile, JSON.stringify(input)]);
    return JSON.parse(stdout) as Growth;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
