import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadScript } from '../scripts/load-script.js';
import { root } from './loadout.js';

interface Registry {
  readonly url: string;
  close(): Promise<void>;
}

const PUBLISHED = readdirSync(join(root, 'packages'))
  .map((name) => join(root, 'packages', name, 'package.json'))
  .filter((file) => existsSync(file))
  .map((file) => JSON.parse(readFileSync(file, 'utf8')) as { readonly name: string; readonly private?: boolean })
  .filter((json) => json.private !== true)
  .map(({ name }) => name);

/** A registry on loopback that has all our packages as npm would publish them, and `more` tarballs. `run` calls npm, in the root of the repository. */
export async function publishAll(
  folder: string,
  run: (command: readonly string[], cwd: string) => Promise<string>,
  more: readonly string[] = [],
): Promise<Registry> {
  mkdirSync(folder);
  const words = ['npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const packed = await run([...words, ...PUBLISHED.flatMap((name) => ['-w', name])], root);
  const tarballs = (JSON.parse(packed) as { filename: string }[]).map(({ filename }) => join(folder, filename));
  const { startTarballRegistry } = await loadScript<{
    startTarballRegistry(options: { readonly tarballs: readonly string[] }): Promise<Registry>;
  }>('lib/tarball-registry.mjs');
  return startTarballRegistry({ tarballs: [...tarballs, ...more] });
}
