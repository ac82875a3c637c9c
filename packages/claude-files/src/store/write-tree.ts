import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isWithin, makeFolder } from '@loadout/node';
import { errors } from '../errors.js';
import type { Env } from './places.js';
import { runGit } from './run-git.js';

interface Item {
  readonly mode: string;
  readonly id: string;
  readonly size: number;
  readonly path: string;
}

const MOST_FILES = 20_000;
const MOST_BYTES = 200 * 1024 * 1024;

interface Tree {
  readonly dir: string;
  readonly sha: string;
  readonly env: Env;
}

/**
 * Writes the files of a commit from git's objects themselves. So no attribute, filter or hook of the repository is asked, and no
 * submodule is fetched. Throws PLUGIN_TREE.
 */
export async function writeTree(folder: string, { dir, sha, env }: Tree): Promise<void> {
  const listed = await runGit(['ls-tree', '-r', '-z', '-l', sha], { dir, env });
  const items = listed
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '')
    .map(itemOf);
  checkItems(items, sha);
  const files = items.filter(({ mode }) => mode !== SUBMODULE);
  const contents = readBlobs(
    await runGit(['cat-file', '--batch'], { dir, env, input: files.map(({ id }) => `${id}\n`).join('') }),
    files.length,
  );
  makeFolder(folder);
  // A link that stood there first could lead a file elsewhere.
  const inOrder = [...files.entries()].sort(([, a], [, b]) => Number(a.mode === LINK) - Number(b.mode === LINK));
  for (const [index, item] of inOrder) writeItem(folder, item, { content: contents[index] ?? Buffer.alloc(0), sha });
}

const SUBMODULE = '160000';
const LINK = '120000';
const PROGRAM = '100755';

function itemOf(line: string): Item {
  const tab = line.indexOf('\t');
  const [mode = '', , id = '', size = ''] = line.slice(0, tab).split(/ +/);
  return { mode, id, size: Number(size) || 0, path: line.slice(tab + 1) };
}

/** Refuses a commit whose files would not stand beside each other as they are, or are too many. */
function checkItems(items: readonly Item[], sha: string): void {
  const refuse = (problem: string) => errors.PLUGIN_TREE({ sha, problem });
  if (items.length > MOST_FILES) throw refuse(`it has ${items.length} files; at most ${MOST_FILES} are taken`);
  if (items.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) throw refuse(`it has more than ${MOST_BYTES} bytes`);
  const seen = new Map<string, string>();
  for (const { path } of items) {
    const parts = path.split('/');
    if (parts.some((part) => ['', '.', '..'].includes(part) || /^\.git$/i.test(part) || /[\\\p{Cc}]/u.test(part)))
      throw refuse(`the path ${JSON.stringify(path)} is not one of a plugin`);
    const other = seen.get(path.toLowerCase());
    if (other !== undefined) throw refuse(`${other} and ${path} differ only in the case of letters`);
    seen.set(path.toLowerCase(), path);
  }
}

/** Splits the answer of `git cat-file --batch`: a line with the size, the bytes, a line end. */
function readBlobs(answer: Buffer, count: number): readonly Buffer[] {
  const blobs: Buffer[] = [];
  for (let at = 0; blobs.length < count; ) {
    const end = answer.indexOf(10, at);
    const size = Number(answer.subarray(at, end).toString('utf8').split(' ')[2]);
    blobs.push(answer.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return blobs;
}

function writeItem(folder: string, { mode, path }: Item, { content, sha }: { content: Buffer; sha: string }): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  if (mode !== LINK) {
    writeFileSync(file, content, { mode: mode === PROGRAM ? 0o755 : 0o644, flag: 'wx' });
    return;
  }
  const target = content.toString('utf8');
  if (target.startsWith('/') || !isWithin(resolve(dirname(file), target), folder))
    throw errors.PLUGIN_TREE({ sha, problem: `the link ${path} leads out of it` });
  symlinkSync(target, file);
}
