import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Packs packages with one `npm pack`, which takes as long as one call for each of them. Returns the tarball, its integrity, its
 * size in bytes when unpacked and the paths of its files by the name of the package.
 */
export function pack(packages, { root, folder }) {
  const workspaces = packages.flatMap(({ json }) => ['-w', json.name]);
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...workspaces];
  const stdout = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  });
  const packed = JSON.parse(stdout).map(({ name, filename, integrity, unpackedSize, files }) => [
    name,
    { tarball: join(folder, filename), integrity, unpackedSize, files: files.map(({ path }) => path) },
  ]);
  return new Map(packed);
}
