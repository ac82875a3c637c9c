/**
 * Checks that each lock file lists every optional package of every platform, and names no server. npm silently leaves out an
 * optional package that it cannot load on this machine, and `npm ci` then fails elsewhere.
 */
import { join } from 'node:path';
import { conclude, isMain, ROOT, readJson } from './lib/workspace.mjs';

/** The problems of a parsed package-lock.json, one line each. */
export function lockProblems(lock) {
  const packages = lock.packages ?? {};
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !resolves(name, { from: path, packages }))
      .map(([name, range]) => `${path || '(root)'}: the optional dependency ${name}@${range} has no entry in the lock file.`),
    ...(entry.resolved !== undefined && entry.link !== true && /^[a-z+]+:/.test(entry.resolved)
      ? [`${path}: "resolved" names the server ${entry.resolved}.`]
      : []),
  ]);
}

/** The lock files of the workspace and of folders that are installed separately. */
const LOCKS = [
  'package-lock.json',
  'tests/compat-sdk/package-lock.json',
  'tests/compat-sdk/usage/package-lock.json',
  'bench/engine/package-lock.json',
];

/** Whether a name resolves as in Node: in the package's own node_modules, then in the node_modules of every folder above. */
function resolves(name, { from, packages }) {
  for (let folder = from; ; folder = parentOf(folder)) {
    if (`${folder}${folder === '' ? '' : '/'}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
  }
}

const parentOf = (path) => {
  const at = path.lastIndexOf('/node_modules/');
  return at === -1 ? '' : path.slice(0, at);
};

if (isMain(import.meta.url)) {
  const problems = LOCKS.flatMap((file) => lockProblems(readJson(join(ROOT, file))).map((problem) => `${file}: ${problem}`));
  conclude(problems, {
    good: 'The lock files have no hole and name no server.',
    repair:
      'Pin a version whose optional packages all exist, then run npm install. A server is left out with npm config set omit-lockfile-registry-resolved true.',
  });
}
