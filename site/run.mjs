/**
 * Installs the programs of the site once, and builds the site into site/dist from the built packages.
 *   npm run site               builds
 *   npm run site -- --dev      serves it while you write
 */
import { join } from 'node:path';
import { installOnce, runOrEnd } from '../tests/lib/install-once.mjs';
import { assemble } from './assemble/assemble.mjs';

const here = import.meta.dirname;
const root = join(here, '..');

installOnce(here);
const { version, pages } = assemble(root, join(here, '.source'));
const { bundlePlayground } = await import('./playground/bundle.mjs');
await bundlePlayground(join(here, '.source/public/playground/checker.js'));
console.log(`${pages.length} pages of Loadout ${version}`);
runOrEnd(
  process.execPath,
  [join(here, 'node_modules/vitepress/bin/vitepress.js'), process.argv.includes('--dev') ? 'dev' : 'build', here],
  root,
);
