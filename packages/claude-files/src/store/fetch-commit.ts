import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, temporaryFolder } from '@loadout/node';
import { errors } from '../errors.js';
import { commitFolder, type Env, isCommit } from './places.js';
import { runGit } from './run-git.js';
import { writeTree } from './write-tree.js';

export interface Wanted {
  readonly url: string;
  /** The commit. Absent: the newest of `ref`, or of the main branch. */
  readonly sha?: string | undefined;
  readonly ref?: string | undefined;
}

interface FetchContext {
  readonly env: Env;
  /** Whether repositories on this machine may be fetched: the person named one. */
  readonly allowsLocal: boolean;
}

const ADDRESS = /^(?:https:\/\/[^\s-]|ssh:\/\/[^\s-]|[\w][\w.-]*@[\w][\w.-]*:[^\s-])\S*$/;

/** Puts the files of a commit into the state folder, unless they are there. Returns the commit. Throws PLUGIN_*. */
export async function fetchCommit(wanted: Wanted, context: FetchContext): Promise<string> {
  const { url } = wanted;
  const isLocal = url.startsWith('file:///');
  if (!(isLocal ? context.allowsLocal : ADDRESS.test(url))) throw errors.PLUGIN_ADDRESS({ url });
  const sha = wanted.sha ?? (await newest(wanted, context.env));
  if (!isCommit(sha)) throw errors.PLUGIN_COMMIT({ sha });
  const folder = commitFolder(sha, context.env);
  if (!existsSync(folder)) await fetchInto(folder, { url, sha, env: context.env });
  return sha;
}

/** Asks the server for the commit to which a branch or a tag leads now. */
async function newest({ url, ref = 'HEAD' }: Wanted, env: Env): Promise<string> {
  const answer = await runGit(['ls-remote', '--', url, ref, `${ref}^{}`], { url, env });
  const lines = answer
    .toString('utf8')
    .split('\n')
    .map((line) => line.split('\t'));
  const [sha] = lines.find(([, name]) => name?.endsWith('^{}')) ?? lines[0] ?? [];
  if (!sha) throw errors.PLUGIN_REF({ url, ref });
  return sha;
}

/** Writes a temporary folder and renames it, so that a folder of a commit is whole. */
async function fetchInto(
  folder: string,
  { url, sha, env }: { readonly url: string; readonly sha: string; readonly env: Env },
): Promise<void> {
  makeFolder(dirname(folder));
  const work = temporaryFolder('fetch', dirname(folder));
  try {
    const dir = join(work, 'git');
    await runGit(['init', '--quiet', '--bare', '--template=', dir], { env });
    const plain = ['--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head'];
    await runGit(['fetch', ...plain, '--', url, sha], { dir, url, env });
    await writeTree(join(work, 'files'), { dir, sha, env });
    renameSync(join(work, 'files'), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
