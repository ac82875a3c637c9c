import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stateOf } from '../lib/passed.mjs';
import { filesIn } from './dist.mjs';

/** The files that a build reads. Tests are not among them. */
const READ =
  /^(?:packages\/[^/]+\/(?:src\/|package\.json$|build\.config\.js$)|configs\/|scripts\/(?:build|lib|templates)|package(?:-lock)?\.json$|tsconfig\.json$)/;
const TEST = /\.test\.ts$/;

/** The state of the sources of a build, or `undefined` outside of a git repository. */
export const sourcesOf = (root) => stateOf(root, { isRead: (path) => READ.test(path) && !TEST.test(path) });

/** Whether the packages were built from these sources, and nobody has changed a built file since. */
export function isBuilt(root, sources, packages) {
  try {
    return sources !== undefined && readFileSync(recordOf(root), 'utf8') === recordText(sources, packages);
  } catch {
    return false;
  }
}

/** Records that the packages are built, unless the sources changed meanwhile. */
export function keepBuilt(root, { before, after }, packages) {
  if (before === undefined || before !== after) return;
  mkdirSync(dirname(recordOf(root)), { recursive: true });
  writeFileSync(recordOf(root), recordText(before, packages));
}

const recordOf = (root) => join(root, 'node_modules/.cache/built');

/** A built file is identified by its size and time. */
function recordText(sources, packages) {
  const files = packages.flatMap(({ name, dir }) => {
    const dist = join(dir, 'dist');
    return filesIn(dist).map((path) => {
      const { size, mtimeMs } = lstatSync(join(dist, path));
      return `${name}/${path} ${size} ${mtimeMs}`;
    });
  });
  return [sources, ...files.sort()].join('\n');
}
