import { messageOf } from '@loadout/core';
import { errors } from '../errors.js';
import { type GitContext, reasonOf, runGit } from './run-git.js';
import { filesRef, isRef, stateRef, type WorkspaceWish } from './workspace.js';

/** The result of a push. `taken`: the ref has news of another worker. */
export type Pushed = 'done' | 'taken';

/** The refs of a remote that a run needs. */
export interface RemoteRefs {
  readonly start: string | undefined;
  readonly branch: string | undefined;
  readonly state: string | undefined;
  readonly files: string | undefined;
}

const SHA = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

/** A remote, as the operator's git reaches it. Each method throws ENGINE_WORKSPACE_GIT if the remote does not answer. */
export class Remote {
  readonly #wish: WorkspaceWish;
  readonly #session: string;
  readonly #context: GitContext;

  constructor(wish: WorkspaceWish, { session, context }: { readonly session: string; readonly context: GitContext }) {
    this.#wish = wish;
    this.#session = session;
    this.#context = context;
  }

  async refs(): Promise<RemoteRefs> {
    const { remote, ref } = this.#wish;
    const [state, files] = [stateRef(this.#session), filesRef(this.#session)];
    const wanted = [ref, `refs/heads/${ref}`, `refs/tags/${ref}`, `refs/tags/${ref}^{}`, state, files];
    const listed = await this.#call('read the refs of', ['ls-remote', '--symref', '--', remote, ...wanted]);
    const found = new Map<string, string>();
    let target: string | undefined;
    for (const line of listed.split('\n')) {
      const [value = '', name = ''] = line.split('\t');
      if (value.startsWith('ref: ') && name === 'HEAD') target = value.slice(5);
      else if (SHA.test(value)) found.set(name, value);
    }
    const branchRef =
      ref === 'HEAD' ? target : [ref, `refs/heads/${ref}`].find((one) => one.startsWith('refs/heads/') && found.has(one));
    const branch = branchRef?.startsWith('refs/heads/') === true ? branchRef.slice('refs/heads/'.length) : undefined;
    const start =
      found.get(branchRef ?? '') ??
      [`${ref}^{}`, `refs/tags/${ref}^{}`, `refs/tags/${ref}`, ref]
        .map((one) => found.get(one))
        .find((one) => one !== undefined) ??
      (SHA.test(ref) ? ref : undefined);
    return {
      start,
      branch: branch !== undefined && isRef(branch) ? branch : undefined,
      state: found.get(state),
      files: found.get(files),
    };
  }

  /** Brings commits with their history. */
  async fetch(wanted: readonly string[]): Promise<void> {
    const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-gc', '--no-recurse-submodules'];
    await this.#call('fetch from', [...args, '--', this.#wish.remote, ...wanted]);
  }

  /** Adds a commit to the ref with the steps. The remote refuses a commit that does not follow all that are there. */
  pushState(commit: string): Promise<Pushed> {
    return this.#push(commit, stateRef(this.#session), []);
  }

  /** Sets the ref with the newest files, if it still is what it was. */
  pushFiles(commit: string, before: string | undefined): Promise<Pushed> {
    const ref = filesRef(this.#session);
    return this.#push(commit, ref, [`--force-with-lease=${ref}:${before ?? ''}`]);
  }

  /** Throws ENGINE_WORKSPACE_REJECTED if the remote does not want the commit, whoever sends it. */
  async #push(commit: string, ref: string, options: readonly string[]): Promise<Pushed> {
    const { remote } = this.#wish;
    const args = ['push', '--porcelain', '--no-verify', '--no-signed', '--no-follow-tags', '--recurse-submodules=no', ...options];
    const { code, stdout, stderr } = await this.#run('push to', [...args, '--', remote, `${commit}:${ref}`]);
    if (code === 0) return 'done';
    // The line is `!`, the refs and the verdict, with tabs between them. The names of refs are of no interest here.
    const verdict =
      stdout
        .split('\n')
        .find((one) => one.startsWith('!\t'))
        ?.split('\t')[2] ?? '';
    if (verdict.startsWith('[rejected]')) return 'taken';
    // Two pushes at the same moment, of which one has to wait, are no verdict on the commit.
    const isRefused =
      verdict.startsWith('[remote rejected]') && !/lock|failed to update ref|incorrect old value|try again/i.test(verdict);
    const reason = reasonOf(stderr, code);
    if (isRefused) throw errors.ENGINE_WORKSPACE_REJECTED({ remote, ref, reason });
    throw errors.ENGINE_WORKSPACE_GIT({ remote, doing: 'push to', reason });
  }

  async #call(doing: string, args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.#run(doing, args);
    if (code !== 0) throw errors.ENGINE_WORKSPACE_GIT({ remote: this.#wish.remote, doing, reason: reasonOf(stderr, code) });
    return stdout;
  }

  async #run(doing: string, args: readonly string[]) {
    try {
      return await runGit(args, this.#context, { isRemote: true });
    } catch (error) {
      throw errors.ENGINE_WORKSPACE_GIT({ remote: this.#wish.remote, doing, reason: messageOf(error) }, { cause: error });
    }
  }
}
