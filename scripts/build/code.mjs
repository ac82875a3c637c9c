import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { firstPartyPackages } from '../../configs/first-party.js';
import { grouped } from '../../configs/grouped.js';
import { library } from '../../configs/library.js';

/**
 * The files of `dist` but for the types, by their paths. A package may say in `build.config.js`:
 * - `entry`: the entries; default `src/index.ts`
 * - `bundled`: packages whose code goes into the files, beside the private one
 * - `chunks`: which modules share a file; the package is then bundled by rolldown
 * - `minify`, `define`: as of esbuild
 * - `more`: returns further files, by their paths
 */
export async function codeOf({ dir, json }) {
  const own = await configIn(dir);
  const bundled = ['@loadout/node', ...(own.bundled ?? [])];
  const options = {
    dir,
    entry: own.entry ?? ['src/index.ts'],
    bundled,
    external: Object.keys({ ...json.dependencies, ...json.peerDependencies }).filter((name) => !bundled.includes(name)),
    define: { __FIRST_PARTY_PACKAGES__: JSON.stringify(firstPartyPackages()), ...own.define },
    minify: own.minify === true,
  };
  const files = await (own.chunks === undefined ? library(options) : grouped({ ...options, chunks: own.chunks }));
  return new Map([...files, ...Object.entries((await own.more?.(dir)) ?? {})]);
}

async function configIn(dir) {
  const file = join(dir, 'build.config.js');
  return existsSync(file) ? (await import(pathToFileURL(file).href)).default : {};
}
