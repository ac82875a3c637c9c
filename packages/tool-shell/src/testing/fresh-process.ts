import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { FreshWork } from './fresh-process-entry.js';

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The growth of a fresh process in MiB during one call of Bash, compared with its size after one small command. */
export async function growthOf(input: Record<string, unknown>, { seconds = 0 } = {}): Promise<number> {
  return Number(await inFreshProcess({ input, seconds }));
}

/** A process that makes one call of Bash and then exits, without taking leave of anything. */
export async function exitAfter(input: Record<string, unknown>): Promise<void> {
  await inFreshProcess({ input, seconds: 0, exit: true });
}

/** The result of a call when no optional package is installed. */
export function saidWithoutPackages(work: Pick<FreshWork, 'options' | 'sandbox'>): Promise<string> {
  return inFreshProcess({ input: { command: 'true' }, seconds: 0, say: true, ...work });
}

async function inFreshProcess(work: Omit<FreshWork, 'folder'>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-process-'));
  try {
    const outfile = join(folder, 'entry.mjs');
    await build({
      entryPoints: [fileOf('fresh-process-entry.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      tsconfig: fileOf('../../../../tsconfig.json'),
      external: ['@anthropic-ai/*', '@lydell/*'],
      logLevel: 'silent',
    });
    // Only packages are missing, also on a machine without these programs.
    for (const name of ['bwrap', 'socat']) writeFileSync(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', outfile, JSON.stringify({ ...work, folder })]);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
