import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadScript } from '../scripts/load-script.js';
import { root } from './loadout.js';

interface Registry {
  readonly url: string;
  close(): Promise<void>;
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const MANIFESTS: ReadonlyMap<string, Manifest> = new Map(
  readdirSync(join(root, 'packages'))
    .map((name) => join(root, 'packages', name, 'package.json'))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Manifest)
    .flatMap((json) => (json.private === true ? [] : [[json.name, json] as const])),
);

/** The names of our packages on npm. */
export const PUBLISHED: readonly string[] = [...MANIFESTS.keys()];

/** These packages, and what they need of ours. */
export function withNeeds(names: readonly string[]): readonly string[] {
  const all = new Set(names);
  for (const one of all) {
    const { dependencies, peerDependencies } = MANIFESTS.get(one) ?? {};
    for (const need of Object.keys({ ...dependencies, ...peerDependencies })) if (MANIFESTS.has(need)) all.add(need);
  }
  return [...all];
}

interface Wish {
  /** Tarballs beside ours. */
  readonly more?: readonly string[];
  /** The packages that are asked for, which get what they need of ours. Default: all. */
  readonly names?: readonly string[];
}

/** A registry on loopback that has our packages as npm would publish them. `run` calls npm, in the root of the repository. */
export async function publishAll(
  folder: string,
  run: (command: readonly string[], cwd: string) => Promise<string>,
  { more = [], names = PUBLISHED }: Wish = {},
): Promise<Registry> {
  mkdirSync(folder);
  const words = ['npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const packed = await run([...words, ...withNeeds(names).flatMap((name) => ['-w', name])], root);
  const tarballs = (JSON.parse(packed) as { filename: string }[]).map(({ filename }) => join(folder, filename));
  const { startTarballRegistry } = await loadScript<{
    startTarballRegistry(options: { readonly tarballs: readonly string[] }): Promise<Registry>;
  }>('lib/tarball-registry.mjs');
  return startTarballRegistry({ tarballs: [...tarballs, ...more] });
}
