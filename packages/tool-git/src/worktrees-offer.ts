import { homedir } from 'node:os';
import { type ServiceOffer, type SessionScope, type Worktree, Worktrees } from '@loadout/core';
import { errors } from './errors.js';
import { uncancelled } from './git/git-context.js';
import { openRepository } from './git/repository.js';
import type { GitContext } from './git/run-git.js';
import type { GitOptions } from './options.js';
import { makeWorktree, placeFor } from './worktree/make-worktree.js';
import { nameError } from './worktree/name.js';
import { removeWorktree } from './worktree/remove-worktree.js';
import { workIn, workLines } from './worktree/work-in.js';

/** An environment in which git is found and reads its user's settings, for sessions that define none. */
const plainEnvironment = () => ({ PATH: '/usr/local/bin:/usr/bin:/bin', HOME: homedir() });

type Scope = SessionScope & { readonly env?: Readonly<Record<string, string>> | undefined };

interface Known {
  readonly base: string;
  readonly repository: string;
}

/** Working trees for agents that work apart. Source: AGENT-11. */
export const worktreesOffer = (options: GitOptions): ServiceOffer<Worktrees> => ({
  service: Worktrees,
  create: (session: Scope) => createWorktrees(session, options),
});

export function createWorktrees(session: Scope, options: GitOptions): Worktrees {
  const known = new Map<string, Known>();
  const git = (signal: AbortSignal): GitContext => ({
    env: session.env ?? plainEnvironment(),
    signal,
    timeoutSeconds: options.timeoutSeconds,
  });
  return {
    async create({ name, cwd, signal }) {
      const wrong = nameError(name);
      if (wrong !== undefined) throw wrong;
      const repository = await openRepository(cwd, git(signal));
      const place = placeFor(name, { repository, roots: session.roots, dir: options.dir });
      const cleaning = await openRepository(repository.top, uncancelled(git(signal)));
      const { base } = await makeWorktree(repository, { place, cleaning });
      known.set(place.path, { base, repository: repository.top });
      return { path: place.path, branch: place.branch };
    },
    finish: async (worktree) => {
      const made = known.get(worktree.path);
      if (made === undefined) throw errors.WORKTREE_NOT_OURS({ path: worktree.path });
      return finish(worktree, { made, git: git(new AbortController().signal) });
    },
  };
}

async function finish(worktree: Worktree, { made, git }: { readonly made: Known; readonly git: GitContext }) {
  const home = await openRepository(made.repository, git);
  const work = await workIn({ ...worktree, base: made.base }, { home, git });
  const changes = workLines(work);
  if (changes.length > 0) return { removed: false, changes };
  const { branchKept } = await removeWorktree(home, { ...worktree, force: work.hasSubmodules });
  return { removed: true, changes: branchKept === undefined ? [] : [branchKept] };
}
