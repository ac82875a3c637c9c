/**
 * Builds the packages into their `dist`: code, types, and what a package adds. One process bundles all of the code while one compiler
 * writes all of the types; nothing is built again on the same files.
 *   npm run build                     all packages
 *   npm run build -w @loadout/core    one package, which is built in any case
 */
import { spawnSync } from 'node:child_process';
import { allOf } from './build/all-of.mjs';
import { isBuilt, keepBuilt, sourcesOf } from './build/built.mjs';
import { codeOf } from './build/code.mjs';
import { keepOnly, writeDist } from './build/dist.mjs';
import { typesOf } from './build/types.mjs';
import { packagesOf, ROOT } from './lib/workspace.mjs';

const OWN = 'node ../../scripts/build.mjs';

const words = process.argv.slice(2);
const packages = packagesOf(ROOT).filter(({ json }) => json.scripts?.build !== undefined);
const ours = packages.filter(({ json }) => json.scripts.build.startsWith(OWN));
const unknown = words.find((word) => !ours.some(({ name }) => name === word));
if (unknown !== undefined)
  fail(`There is no package "${unknown}" to build; there are ${ours.map(({ name }) => name).join(', ')}.`);

const sources = sourcesOf(ROOT);
if (words.length > 0) await buildAll(ours.filter(({ name }) => words.includes(name)));
else if (!isBuilt(ROOT, sources, ours)) {
  await buildAll(ours);
  keepBuilt(ROOT, { before: sources, after: sourcesOf(ROOT) }, ours);
}
// A package with a build of its own, such as one that `npm run new:plugin` has written.
if (words.length === 0) for (const { dir } of packages.filter((one) => !ours.includes(one))) buildBySelf(dir);

/** Builds all code and types before it writes any, so that a failure leaves the last build as it is. */
async function buildAll(chosen) {
  try {
    const [types, ...codes] = await allOf([typesOf(ROOT), ...chosen.map(codeOf)]);
    const built = chosen.map((one, index) => ({ ...one, files: new Map([...codes[index], ...types.get(one.name)]) }));
    for (const { dir, files } of built) writeDist(dir, files);
    for (const one of built.filter(({ name }) => name.startsWith('tool-'))) await addListing(one);
    for (const { dir, files } of built) keepOnly(dir, files);
  } catch (error) {
    fail(error.message);
  }
}

/** The listing comes from the built plugin and the built core, so both are written before. */
async function addListing({ dir, json, files }) {
  const { listingFile } = await import('../configs/write-listing.mjs');
  const text = await listingFile({ dir, json });
  if (text === undefined) return;
  files.set('loadout-listing.json', text);
  writeDist(dir, files);
}

function buildBySelf(dir) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: dir,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}
