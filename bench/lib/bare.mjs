import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the yardstick into one file of this folder, and returns its path. */
export async function buildBare(folder) {
  const outfile = join(folder, 'bare.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('../bare-loop.mjs', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return outfile;
}
