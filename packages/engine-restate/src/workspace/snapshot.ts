import { randomUUID } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isLoadoutError, type LoadoutError, messageOf } from '@loadout/core';
import { unlessCode } from '@loadout/node';
import { errors } from '../errors.js';
import { addFiles } from './add-files.js';
import { type AgentState, readAgentState, readIndex, stampOf, storeState } from './agent-repository.js';
import { storeTags } from './agent-tags.js';
import type { Place } from './place.js';
import { type GitContext, gitText } from './run-git.js';

/** The contents of a step, before it is a commit. */
export interface Snapshot {
  /** The commit with the files: the agent's own commit if it has all files, else a commit on top of it. */
  readonly files: string;
  /** The tree of the rest: the agent's repository, and empty folders. */
  readonly rest: string;
  readonly tips: readonly string[];
  /** Whether the agent's repository has changed since the last snapshot. */
  readonly hasMoved: boolean;
}

/** Files that vanish while git reads them make it fail. */
const MOST_TRIES = 5;
const PAUSE_MS = 100;

/** Takes snapshots of a working directory, without touching the agent's index, branches or settings. */
export class Snapshots {
  readonly #place: Place;
  readonly #context: GitContext;
  readonly #session: string;
  #stamp = '';
  #gitLines: readonly string[] = [];
  #made: { readonly tree: string; readonly head: string | undefined; readonly files: string } | undefined;

  constructor(parts: { readonly place: Place; readonly context: GitContext; readonly session: string }) {
    this.#place = parts.place;
    this.#context = parts.context;
    this.#session = parts.session;
  }

  /** Tries again while other calls change the files. Throws ENGINE_WORKSPACE_FILES. */
  async take(): Promise<Snapshot> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#take();
      } catch (error) {
        if (tries === MOST_TRIES || this.#context.signal.aborted) throw filesError('store the files of the step', error);
        await pause(tries * PAUSE_MS);
      }
    }
  }

  async #take(): Promise<Snapshot> {
    const { folder, store } = this.#place;
    // The repository of steps has one user, so its lock is of a git that was killed.
    rmSync(join(store, 'index.lock'), { force: true });
    await addFiles(folder, this.#context);
    const state = readAgentState(folder);
    const hasMoved = await this.#storeState(state);
    const tree = (await this.#git(['write-tree'])).trim();
    const rest = await this.#restTree();
    return { files: await this.#filesCommit(tree, state?.head), rest, tips: state?.tips ?? [], hasMoved };
  }

  /** Returns whether the state has changed. */
  async #storeState(state: AgentState | undefined): Promise<boolean> {
    const { folder } = this.#place;
    const stamp = state === undefined ? '' : stampOf(folder, state);
    const hasMoved = stamp !== this.#stamp;
    if (state === undefined) this.#gitLines = [];
    else if (hasMoved) {
      const git = await storeState(folder, state, this.#context);
      const { staged, tracked } = await readIndex(folder, this.#context);
      const tags = await storeTags(state.tips, { context: this.#context, scratch: this.#place.scratch });
      this.#gitLines = [...git, ...staged, ...tags];
      await this.#addTracked(tracked);
    }
    this.#stamp = stamp;
    return hasMoved;
  }

  /** Adds files that .gitignore names and that the agent has added to its repository all the same. */
  async #addTracked(tracked: readonly string[]): Promise<void> {
    const known = new Set((await this.#git(['ls-files', '-z'])).split('\0'));
    const wanted = tracked.filter((name) => !known.has(name) && this.#isFile(name));
    if (wanted.length > 0)
      await this.#git(['update-index', '--add', '--remove', '-z', '--stdin'], { stdin: `${wanted.join('\0')}\0` });
  }

  #isFile(name: string): boolean {
    const stat = lstatSync(join(this.#place.folder, name), { throwIfNoEntry: false });
    return stat?.isFile() === true || stat?.isSymbolicLink() === true;
  }

  async #restTree(): Promise<string> {
    const { scratch } = this.#place;
    const index = join(scratch, 'rest-index');
    const stdin = (await this.#emptyFolders()).join('\0');
    const folders = (await this.#git(['hash-object', '-w', '--stdin', '--no-filters'], { stdin })).trim();
    rmSync(index, { force: true });
    const lines = [...this.#gitLines, `100644 ${folders}\tfolders`];
    await this.#git(['update-index', '-z', '--index-info'], { stdin: `${lines.join('\0')}\0`, index });
    return (await this.#git(['write-tree'], { index })).trim();
  }

  /** Git has no empty folders. After `add`, what is left are folders without a file, and ignored files. */
  async #emptyFolders(): Promise<readonly string[]> {
    const left = (await this.#git(['ls-files', '--others', '--directory', '--exclude-standard', '-z'])).split('\0');
    return left.filter((name) => name.endsWith('/')).flatMap((name) => emptyBelow(this.#place.folder, name.slice(0, -1)));
  }

  /** Makes a commit of the files, once for the same files on the same commit. */
  async #filesCommit(tree: string, head: string | undefined): Promise<string> {
    if (this.#made?.tree === tree && this.#made.head === head) return this.#made.files;
    const isCommitted = head !== undefined && (await this.#git(['rev-parse', `${head}^{tree}`])).trim() === tree;
    const files = isCommitted ? head : await this.#commitTree(tree, head);
    this.#made = { tree, head, files };
    return files;
  }

  async #commitTree(tree: string, head: string | undefined): Promise<string> {
    const parents = head === undefined ? [] : ['-p', head];
    return (await this.#git(['commit-tree', tree, ...parents], { stdin: `Files of the run ${this.#session}\n` })).trim();
  }

  /** Makes the commit of a step. Every commit is another one, so that two workers never push the same. */
  async commit({ files, rest, tips }: Snapshot, before: readonly string[]): Promise<string> {
    const commits = [files, ...before, ...(await this.#commitsOf(tips))];
    const parents = [...new Set(commits)].flatMap((one) => ['-p', one]);
    const stdin = `A step of the run ${this.#session}\n\nLoadout-Step: ${randomUUID()}\n`;
    return (await this.#git(['commit-tree', rest, ...parents], { stdin })).trim();
  }

  /** A tag may name a tag, and a broken branch names nothing. */
  async #commitsOf(tips: readonly string[]): Promise<readonly string[]> {
    if (tips.length === 0) return [];
    const stdin = tips.map((tip) => `${tip}^{commit}\n`).join('');
    const answers = await this.#git(['cat-file', '--batch-check=%(objecttype) %(objectname)'], { stdin });
    return answers.split('\n').flatMap((line) => (line.startsWith('commit ') ? [line.slice(7)] : []));
  }

  #git(args: readonly string[], call = {}): Promise<string> {
    return gitText(args, this.#context, call);
  }
}

/** Returns the folders without any entry, from this one down. */
function emptyBelow(top: string, dir: string): readonly string[] {
  const entries = entriesOf(join(top, dir));
  if (entries.length === 0) return [dir];
  return entries.flatMap((entry) =>
    entry.isDirectory() && entry.name !== '.git' ? emptyBelow(top, `${dir}/${entry.name}`) : [],
  );
}

/** A folder may be gone by now, or have a name that is no text. */
const entriesOf = (dir: string): readonly Dirent[] => unlessCode(() => readdirSync(dir, { withFileTypes: true }), 'ENOENT') ?? [];

export const filesError = (doing: string, error: unknown): LoadoutError =>
  isLoadoutError(error) ? error : errors.ENGINE_WORKSPACE_FILES({ doing, reason: messageOf(error) }, { cause: error });
