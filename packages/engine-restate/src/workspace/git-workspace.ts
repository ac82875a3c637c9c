import { mkdirSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import { errors } from '../errors.js';
import { makeRepository, restoreRepository } from './agent-repository.js';
import { checkNew, keepObjects } from './check-new.js';
import { folderOf, type Place, type Placing, takePlace } from './place.js';
import { Remote, type RemoteRefs } from './remote.js';
import { type GitContext, gitText } from './run-git.js';
import { filesError, type Snapshot, Snapshots } from './snapshot.js';
import { isPermitted, stateRef, type WorkspaceMark, type WorkspaceWish } from './workspace.js';

/** How a worker keeps the files of runs that bring their repository. */
export interface WorkspaceParts {
  /** The folder of all workspaces, the same on every worker. */
  readonly base: string;
  /** The remotes that the worker may use: whole addresses, or beginnings that end with `/` or `:`. */
  readonly remotes: readonly string[];
}

export interface Opening extends WorkspaceParts {
  readonly session: string;
  readonly wish: WorkspaceWish;
  /** The files of the last recorded step. Absent: nothing of the run is on record. */
  readonly mark: WorkspaceMark | undefined;
  /** The working directory on record. */
  readonly folder: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly tag: string;
  readonly hide: ((text: string) => string) | undefined;
  /** Aborted when the run ends here. */
  readonly signal: AbortSignal;
}

/** Tries to claim a ref while the last push of a lost worker may arrive. */
const MOST_TRIES = 5;

/**
 * The files of one run on this worker, from the commit of the last recorded step on. The commits of all steps are in one ref, to
 * which is only ever added. Opening adds a commit, so every push of an earlier worker that arrives later is refused (decision 0065).
 */
export class GitWorkspace {
  readonly #opening: Opening;
  readonly #place: Place;
  readonly #remote: Remote;
  readonly #context: GitContext;
  readonly #snapshots: Snapshots;
  #last: { readonly mark: WorkspaceMark; readonly snapshot: Snapshot } | undefined;
  #known: readonly string[] = [];
  /** The commit that was pushed last. If the answer was lost, the remote may have it or not, and the next push follows it. */
  #sent: string | undefined;

  private constructor(opening: Opening, place: Place) {
    const { session, wish, env, signal } = opening;
    this.#opening = opening;
    this.#place = place;
    this.#context = { env, signal, gitDir: place.store, workTree: place.folder };
    this.#remote = new Remote(wish, { session, context: this.#context });
    this.#snapshots = new Snapshots({ place, context: this.#context, session });
  }

  /**
   * Brings the files of the last recorded step to this machine, and shuts out earlier workers. Throws ENGINE_WORKSPACE_REMOTE,
   * ENGINE_WORKSPACE_FOLDER, ENGINE_WORKSPACE_PLACE, ENGINE_WORKSPACE_BUSY, ENGINE_WORKSPACE_GIT, ENGINE_WORKSPACE_REF,
   * ENGINE_WORKSPACE_GONE, ENGINE_WORKSPACE_REJECTED, ENGINE_WORKSPACE_FILES.
   */
  static async open(opening: Opening): Promise<GitWorkspace> {
    const { session, wish, remotes, base, folder, tag } = opening;
    if (!isPermitted(wish.remote, remotes))
      throw errors.ENGINE_WORKSPACE_REMOTE({ session, remote: wish.remote, found: remotes });
    const placing: Placing = { base, session, remote: wish.remote, tag };
    const own = folderOf(placing);
    if (folder !== undefined && folder !== own) throw errors.ENGINE_WORKSPACE_FOLDER({ session, wanted: folder, found: own });
    const place = await takePlace(placing);
    const workspace = new GitWorkspace(opening, place);
    try {
      await workspace.#begin();
      return workspace;
    } catch (error) {
      await place.close();
      throw error;
    }
  }

  get folder(): string {
    return this.#place.folder;
  }

  /** The files of the last step that was pushed. */
  get mark(): WorkspaceMark {
    if (this.#last === undefined) throw new Error('The workspace is not open.');
    return this.#last.mark;
  }

  /**
   * Pushes the files as they are now, if they have changed. Throws ENGINE_WORKSPACE_TAKEN once another worker has the run,
   * ENGINE_WORKSPACE_GIT while the remote does not answer, and ENGINE_WORKSPACE_FILES, ENGINE_WORKSPACE_LARGE,
   * ENGINE_WORKSPACE_SECRET, ENGINE_WORKSPACE_REJECTED for files that cannot be pushed.
   */
  async save(): Promise<WorkspaceMark> {
    const { session } = this.#opening;
    const { snapshot: last, mark } = this.#last ?? {};
    const snapshot = await this.#snapshots.take();
    const isKnown = mark !== undefined && mark.commit === this.#sent;
    if (isKnown && snapshot.files === last?.files && snapshot.rest === last.rest) return mark;
    const before = [mark?.commit, this.#sent].filter((one) => one !== undefined);
    const commit = await this.#commit(snapshot, before);
    this.#sent = commit;
    if ((await this.#remote.pushState(commit)) === 'taken')
      throw errors.ENGINE_WORKSPACE_TAKEN({ session, ref: stateRef(session) });
    return this.#pushed(snapshot, commit);
  }

  /** Shows the newest files to people, in a ref of their own. Throws as `save` does. */
  async publish(): Promise<void> {
    const { session } = this.#opening;
    const { files } = this.mark;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const refs = await this.#remote.refs();
      // This worker has the run for as long as the newest step is its own.
      if (refs.state !== this.mark.commit) break;
      if (refs.files === files || (await this.#remote.pushFiles(files, refs.files)) === 'done') return;
    }
    throw errors.ENGINE_WORKSPACE_TAKEN({ session, ref: stateRef(session) });
  }

  /** Removes the files from this machine. */
  close(): Promise<void> {
    return this.#place.close();
  }

  async #begin(): Promise<void> {
    const { wish, mark } = this.#opening;
    await this.#local('prepare a repository', () => this.#init());
    const refs = await this.#remote.refs();
    const start = await this.#fetch(refs);
    const before = mark?.commit ?? refs.state;
    this.#known = [start, ...(before === undefined ? [] : [before])];
    const repository = { place: this.#place, remote: wish.remote, context: this.#context };
    await this.#local('restore the files of the run', async () => {
      await this.#git(['read-tree', '--reset', '-u', `${mark === undefined ? start : mark.files}^{tree}`]);
      if (mark === undefined) await makeRepository(repository, { start, branch: refs.branch });
      else {
        await restoreRepository(repository, mark.commit);
        this.#makeFolders(await this.#git(['cat-file', 'blob', `${mark.commit}:folders`]));
      }
    });
    await this.#claim(start, refs);
  }

  async #init(): Promise<void> {
    await this.#git(['init', '--quiet', '--template=']);
    const info = join(this.#place.store, 'info');
    mkdirSync(info, { recursive: true });
    // Bytes are stored as they are: no line endings, no filters, whatever the attributes of the repository say.
    writeFileSync(join(info, 'attributes'), '* -text !eol -ident !filter !working-tree-encoding\n');
  }

  /** Brings the history of the run and returns the commit with which it began. */
  async #fetch({ start, state }: RemoteRefs): Promise<string> {
    const { wish, mark, session } = this.#opening;
    const { remote, ref } = wish;
    if (mark === undefined) {
      if (start === undefined) throw errors.ENGINE_WORKSPACE_REF({ remote, ref });
      await this.#remote.fetch([`${start}:refs/start`, ...(state === undefined ? [] : [`${state}:refs/state`])]);
      return (await this.#local('find the first commit', () => this.#git(['rev-parse', `${start}^{commit}`]))).trim();
    }
    const gone = () => errors.ENGINE_WORKSPACE_GONE({ remote, ref: stateRef(session), commit: mark.commit });
    if (state === undefined) throw gone();
    await this.#remote.fetch([`${stateRef(session)}:refs/state`]);
    for (const commit of [mark.commit, mark.files, mark.start])
      await this.#git(['cat-file', '-e', `${commit}^{commit}`]).catch(() => {
        throw gone();
      });
    return mark.start;
  }

  /** Git has no empty folders, so they are a list. */
  #makeFolders(list: string): void {
    for (const name of list.split('\0')) {
      if (name === '' || isAbsolute(name) || normalize(name).startsWith('..')) continue;
      mkdirSync(join(this.#place.folder, name), { recursive: true });
    }
  }

  /** Adds a commit to the ref with the steps that follows both the recorded step and whatever was pushed after it. */
  async #claim(start: string, refs: RemoteRefs): Promise<void> {
    const { mark, session } = this.#opening;
    const snapshot = await this.#snapshots.take();
    let { state } = refs;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const before = [...(mark === undefined ? [] : [mark.commit]), ...(state === undefined ? [] : [state])];
      const commit = await this.#commit(snapshot, before);
      if ((await this.#remote.pushState(commit)) === 'done') {
        this.#last = { snapshot, mark: { ...this.#opening.wish, start, commit, files: snapshot.files } };
        this.#known = [...this.#known, commit];
        this.#sent = commit;
        return;
      }
      state = (await this.#remote.refs()).state;
      if (state !== undefined) await this.#remote.fetch([state]);
    }
    throw errors.ENGINE_WORKSPACE_TAKEN({ session, ref: stateRef(session) });
  }

  async #commit(snapshot: Snapshot, before: readonly string[]): Promise<string> {
    const { hide } = this.#opening;
    return this.#local('store the files of the step', async () => {
      const commit = await this.#snapshots.commit(snapshot, before);
      const objects = await checkNew(commit, { context: this.#context, known: this.#known, hide });
      if (snapshot.hasMoved) await keepObjects(objects, this.#context);
      return commit;
    });
  }

  #pushed(snapshot: Snapshot, commit: string): WorkspaceMark {
    const mark = { ...this.mark, commit, files: snapshot.files };
    this.#last = { snapshot, mark };
    this.#known = [...this.#known.slice(0, 2), commit];
    return mark;
  }

  async #local<T>(doing: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw filesError(doing, error);
    }
  }

  #git(args: readonly string[]): Promise<string> {
    return gitText(args, this.#context);
  }
}
