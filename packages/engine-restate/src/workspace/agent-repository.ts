import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errors } from '../errors.js';
import { restoreTags } from './agent-tags.js';
import { MOST_FILE } from './check-new.js';
import type { Place } from './place.js';
import { type GitContext, gitText, runGit } from './run-git.js';

/**
 * The state of the agent's own repository: its branches, its index, a rebase or a merge under way. Files of `.git` are read and
 * written as data; git itself never runs with the configuration of this repository, which the agent may have written.
 */
export interface AgentState {
  /** The files below `.git`, without objects, hooks and configuration. */
  readonly names: readonly string[];
  /** The commits that branches, tags and the stash name. */
  readonly tips: readonly string[];
  /** The commit that is checked out. Absent on a branch without a commit. */
  readonly head: string | undefined;
}

/** Folders and files of `.git` that do not move: objects travel as commits, programs and settings do not travel at all. */
const STAYS: readonly string[] = [
  'objects',
  'hooks',
  'config',
  'config.worktree',
  'worktrees',
  'modules',
  'lfs',
  'info',
  'description',
  'branches',
];
const MOST_FILES = 20_000;
const SHA = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

/** Reads the state. `undefined`: the folder has no repository any more. */
export function readAgentState(folder: string): AgentState | undefined {
  const dir = join(folder, '.git');
  if (!isFolder(dir)) return undefined;
  const names = filesBelow(dir, '');
  const text = (name: string) => textOf(join(dir, name));
  const refs = new Map<string, string>();
  if (names.includes('packed-refs'))
    for (const line of text('packed-refs').split('\n')) {
      const [sha = '', name] = line.split(' ');
      if (SHA.test(sha) && name !== undefined) refs.set(name, sha);
    }
  for (const name of names) if (name.startsWith('refs/') && SHA.test(text(name).trim())) refs.set(name, text(name).trim());
  for (const name of [...refs.keys()]) if (name.startsWith('refs/remotes/')) refs.delete(name);
  const single = names
    .filter((name) => /^[A-Z_]+$/.test(name) && name !== 'FETCH_HEAD' && name !== 'HEAD')
    .map((name) => text(name).trim());
  const stashed = names.includes('logs/refs/stash')
    ? text('logs/refs/stash')
        .split('\n')
        .map((line) => line.split(' ')[1] ?? '')
    : [];
  const rebased = names
    .filter((name) => /^rebase-\w+\/(onto|orig-head|stopped-sha|autostash)$/.test(name))
    .map((name) => text(name).trim());
  const named = names.includes('HEAD') ? text('HEAD').trim() : '';
  const head = named.startsWith('ref: ') ? refs.get(named.slice(5)) : SHA.test(named) ? named : undefined;
  const tips = new Set([...refs.values(), ...[...single, ...stashed, ...rebased].filter((one) => SHA.test(one))]);
  return { names, tips: [...tips], head };
}

/** The agent may have written any file. One that is too large to be pushed is not read. */
function textOf(file: string): string {
  const { size } = statSync(file);
  if (size > MOST_FILE) throw errors.ENGINE_WORKSPACE_LARGE({ file, bytes: size, limit: MOST_FILE });
  return readFileSync(file, 'utf8');
}

const isFolder = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function filesBelow(dir: string, under: string): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(join(dir, under), { withFileTypes: true })) {
    const name = under === '' ? entry.name : `${under}/${entry.name}`;
    if (isLeft(name)) continue;
    // Links are left: they could name any file of the machine.
    if (entry.isDirectory()) found.push(...filesBelow(dir, name));
    else if (entry.isFile()) found.push(name);
    if (found.length > MOST_FILES)
      throw errors.ENGINE_WORKSPACE_FILES({
        doing: 'store the branches of the agent',
        reason: `they are more than ${MOST_FILES} files. Run git pack-refs --all`,
      });
  }
  return found;
}

/** A lock belongs to a process that the next worker does not have. */
const isLeft = (name: string) =>
  STAYS.includes(name) ||
  name.endsWith('.lock') ||
  /[\n\0]/.test(name) ||
  name === 'refs/remotes' ||
  (name.startsWith('logs/') && name !== 'logs/refs' && name !== 'logs/refs/stash');

/** A text that changes when a file of the state does. */
export const stampOf = (folder: string, { names, head, tips }: AgentState): string =>
  JSON.stringify([
    head,
    tips,
    names.map((name) => {
      const { size, mtimeMs, ino } = statSync(join(folder, '.git', name));
      return [name, size, mtimeMs, ino];
    }),
  ]);

/** Puts the files of the state into the store. Returns them as lines for `update-index`. */
export async function storeState(folder: string, { names }: AgentState, context: GitContext): Promise<readonly string[]> {
  const stdin = names.map((name) => `${join(folder, '.git', name)}\n`).join('');
  const shas =
    names.length === 0
      ? []
      : (await gitText(['hash-object', '-w', '--no-filters', '--stdin-paths'], context, { stdin })).trim().split('\n');
  return names.map((name, at) => `100644 ${shas[at]}\tgit/${name}`);
}

/** Returns the contents that only the agent's index names, as lines for `update-index`, and the files that it has added. */
export async function readIndex(folder: string, context: GitContext) {
  const index = join(folder, '.git/index');
  if (lstatSync(index, { throwIfNoEntry: false })?.isFile() !== true) return { staged: [], tracked: [] };
  const entries = (await gitText(['ls-files', '--stage', '-z'], context, { index })).split('\0').filter((line) => line !== '');
  const files = entries.filter((line) => !line.startsWith('160000 '));
  const shas = new Set(files.map((line) => line.split(' ')[1] ?? ''));
  const known = new Set(
    (await gitText(['ls-files', '--stage', '-z'], context)).split('\0').map((line) => line.split(' ')[1] ?? ''),
  );
  const staged = [...shas].filter((sha) => !known.has(sha)).map((sha) => `100644 ${sha}\tstaged/${sha}`);
  return { staged, tracked: files.map((line) => line.slice(line.indexOf('\t') + 1)) };
}

export interface NewRepository {
  readonly place: Place;
  readonly remote: string;
  readonly context: GitContext;
}

/** Makes the repository of a run that begins: at the commit, on the branch if the run begins with one. */
export async function makeRepository(
  { place, remote, context }: NewRepository,
  { start, branch }: { readonly start: string; readonly branch: string | undefined },
) {
  const dir = beginRepository({ place, remote });
  mkdirSync(join(dir, 'refs/heads'), { recursive: true });
  if (branch !== undefined) write(join(dir, 'refs/heads', branch), `${start}\n`);
  write(join(dir, 'HEAD'), branch === undefined ? `${start}\n` : `ref: refs/heads/${branch}\n`);
  finish(place, dir);
  await refreshIndex(place, start, context);
}

/** The index of a new repository has what is checked out, so that the agent's `git status` is clean. */
async function refreshIndex({ folder }: Place, start: string, context: GitContext): Promise<void> {
  const index = join(folder, '.git/index');
  await gitText(['read-tree', start], context, { index });
  await runGit(['update-index', '-q', '--refresh'], context, { index });
}

/** Makes the repository again from the state of a step. */
export async function restoreRepository({ place, remote, context }: NewRepository, commit: string): Promise<void> {
  const { code } = await runGit(['cat-file', '-e', `${commit}:git`], context);
  // The agent had removed its repository.
  if (code !== 0) return;
  const dir = beginRepository({ place, remote });
  const index = join(place.scratch, 'restore-index');
  await gitText(['read-tree', `${commit}:git`], context, { index });
  await gitText(['checkout-index', '--all', '--force', `--prefix=${dir}/`], context, { index });
  rmSync(index);
  mkdirSync(join(dir, 'refs/heads'), { recursive: true });
  await restoreTags(commit, { context, scratch: place.scratch });
  finish(place, dir);
}

/** The repository is made beside the folder, since git writes no file below `.git`. */
function beginRepository({ place, remote }: Omit<NewRepository, 'context'>): string {
  const dir = join(place.scratch, 'repository');
  mkdirSync(join(dir, 'objects/info'), { recursive: true });
  mkdirSync(join(dir, 'objects/pack'));
  write(join(dir, 'objects/info/alternates'), `${join(place.store, 'objects')}\n`);
  write(
    join(dir, 'config'),
    `[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n[remote "origin"]\n\turl = "${remote}"\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[gc]\n\tauto = 0\n`,
  );
  return dir;
}

function finish({ folder }: Place, dir: string): void {
  renameSync(dir, join(folder, '.git'));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
