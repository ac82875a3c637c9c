/**
 * Lets Biome read each file that is not as it was when all passed, which git knows. What Biome says of a file depends on that file, on
 * its own rules and on the manifests; if one of these is another, it reads all.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMain, ROOT } from './lib/workspace.mjs';

const OF_ALL = /(^|\/)(biome\.jsonc?|package(-lock)?\.json|\.gitignore|\.editorconfig)$/;
const OPTIONS = ['check', '--error-on-warnings', '--no-errors-on-unmatched'];
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');

/** Checks the repository at `root`. Returns the files that were read, `.` for all, and the exit code. */
export function checkLint(root, { stdio = 'inherit' } = {}) {
  const passed = join(root, '.turbo/lint.tree');
  mkdirSync(join(root, '.turbo'), { recursive: true });
  const tree = treeNow(root);
  const files = existsSync(passed) ? changedFiles(root, { from: readFileSync(passed, 'utf8'), to: tree }) : ['.'];
  const { status } =
    files.length === 0 ? { status: 0 } : spawnSync(process.execPath, [BIOME, ...OPTIONS, ...files], { cwd: root, stdio });
  const code = status ?? 1;
  if (code === 0) writeFileSync(passed, tree);
  return { files, code };
}

/** The files of a folder as a tree of git, by an index of its own. */
function treeNow(root) {
  const env = { ...process.env, GIT_INDEX_FILE: join(root, '.turbo/lint.index') };
  git(['add', '--all'], { cwd: root, env });
  return git(['write-tree'], { cwd: root, env }).stdout.trim();
}

/** A tree that git has removed meanwhile counts as one in which all was different. */
function changedFiles(root, { from, to }) {
  const { status, stdout } = git(['diff', '--name-only', '--no-renames', '-z', from, to], { cwd: root });
  const changed = stdout.split('\0').filter((file) => file !== '');
  if (status !== 0 || changed.length > 1_000 || changed.some((file) => OF_ALL.test(file))) return ['.'];
  return changed.filter((file) => existsSync(join(root, file)));
}

const git = (args, options) => spawnSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26, ...options });

if (isMain(import.meta.url)) process.exitCode = checkLint(ROOT).code;
