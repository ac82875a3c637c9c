import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The state of all files that a step may read: those that git knows or would add, but for folders that the step ignores, and the Node that
 * runs it. Returns `undefined` outside of a git repository, where no step counts as passed.
 */
export function stateOf(
  root,
  { ignores = [], isRead = (path) => !ignores.some((folder) => path.startsWith(`${folder}/`)) } = {},
) {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 2 ** 28,
  });
  if (listed.status !== 0) return undefined;
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  const paths = [...new Set(listed.stdout.toString().split('\0'))].filter(Boolean).sort();
  for (const path of paths.filter(isRead)) {
    hash.update(`\0${path}\0`).update(contentOf(join(root, path)));
  }
  return hash.digest('hex');
}

/** A deleted file and a link to a folder have no content, and their path counts. */
function contentOf(path) {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch (error) {
    return String(error.code);
  }
}

/** Goes with the installed packages: a fresh clone has none, and neither has a folder after `npm ci`. */
const fileOf = (root, step) => join(root, 'node_modules/.cache/passed', step);

export function hasPassed(root, step, state) {
  try {
    return state !== undefined && readFileSync(fileOf(root, step), 'utf8') === state;
  } catch {
    return false;
  }
}

/** Keeps that a step passed, if the files are still those that it began with. */
export function keepPassed(root, step, { before, after }) {
  if (before === undefined || before !== after) return;
  mkdirSync(join(root, 'node_modules/.cache/passed'), { recursive: true });
  writeFileSync(fileOf(root, step), before);
}
