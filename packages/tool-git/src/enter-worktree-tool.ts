import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Access, defineTool, type HookRound, SessionHooks, type ToolContext, WorkingDirectory } from '@loadout/core';
import { inHome, messageWithFix } from '@loadout/core/run';
import { realPath } from '@loadout/node';
import { errors } from './errors.js';
import { gitFor, uncancelled } from './git/git-context.js';
import { listWorktrees, openRepository } from './git/repository.js';
import type { GitContext } from './git/run-git.js';
import type { GitOptions } from './options.js';
import { isInRoots, makeWorktree, placeFor } from './worktree/make-worktree.js';
import { nameError } from './worktree/name.js';
import { type EnteredWorktree, enteredWorktree, WorktreeSession } from './worktree/worktree-session.js';

const description = `Moves the session into a git working tree of its own, where work does not touch the files of the user.

- With name, or with neither: a new branch worktree-<name> at the commit that is checked out now, in a new folder below the repository. Files that are not committed do not come along.
- With path: a working tree of this repository that is there already.

Use it when the user asks for a worktree. From then on relative paths and commands start there, until ExitWorktree. One at a time.`;

const inputSchema = {
  type: 'object',
  properties: {
    name: {
      type: 'string',
      description: 'Letters, digits, ".", "_" and "-", with "/" between parts; 64 characters at most. Default: a new one.',
    },
    path: { type: 'string', minLength: 1, description: 'A working tree that is there already. Not together with name.' },
  },
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    worktreePath: { type: 'string' },
    worktreeBranch: { type: 'string' },
    message: { type: 'string' },
  },
  required: ['worktreePath', 'message'],
} as const;

interface Input {
  readonly name?: string | undefined;
  readonly path?: string | undefined;
}

export const enterWorktreeTool = (options: GitOptions) =>
  defineTool({
    name: 'EnterWorktree',
    aliases: ['WorktreeEnter'],
    description,
    inputSchema,
    paths: ['path'],
    outputSchema,
    annotations: { destructiveHint: false },
    validateInput: ({ name, path }) =>
      name !== undefined && path !== undefined
        ? 'name makes a new working tree and path enters one that is there: give one of them.'
        : name === undefined
          ? undefined
          : sentence(nameError(name)),
    access: (input, context) => accessesOf(input, { context, options }),
    async call(input, context) {
      const git = gitFor(context, options);
      const already = await enteredWorktree(context, { git, dir: options.dir });
      if (already !== undefined) throw errors.WORKTREE_ENTERED({ path: already.path });
      const { entered, notes } =
        input.path === undefined
          ? await make(input, { context, options, git })
          : { entered: await find(input.path, { context, git }), notes: [] };
      context.get(WorkingDirectory).set(entered.path);
      context.get(WorktreeSession).current = entered;
      return answer(entered, notes);
    },
  });

const sentence = (wrong: ReturnType<typeof nameError>) => wrong && messageWithFix(wrong);

interface Parts {
  readonly context: ToolContext;
  readonly options: GitOptions;
}

async function accessesOf({ name, path }: Input, { context, options }: Parts): Promise<readonly Access[]> {
  if (path !== undefined) return [{ kind: 'read', path: realPath(resolve(context.cwd, path)), below: true }];
  const git = gitFor(context, options);
  const repository = await openRepository(context.cwd, git).catch(() => undefined);
  // A hook may create the worktree outside any repository; without such a hook the call reports the problem.
  if (repository === undefined) return [];
  const place = placeFor(name ?? defaultName(context), { repository, roots: context.roots, dir: options.dir });
  const ignore = place.ignoreFile === undefined ? [] : [{ kind: 'write' as const, path: place.ignoreFile }];
  return [{ kind: 'write', path: place.path, below: true }, ...ignore];
}

/** The default name of a worktree, the same each time that one call is examined. */
const defaultName = ({ sessionId, toolUseId }: ToolContext) =>
  `w-${createHash('sha256').update(`${sessionId} ${toolUseId}`).digest('hex').slice(0, 8)}`;

interface Made {
  readonly entered: EnteredWorktree;
  /** Messages of hooks for the model. */
  readonly notes: readonly string[];
}

async function make({ name: given }: Input, { context, options, git }: Parts & { readonly git: GitContext }): Promise<Made> {
  const name = given ?? defaultName(context);
  const round = await context.find(SessionHooks)?.fire('WorktreeCreate', { name });
  if (round?.verdict?.behavior === 'deny')
    throw errors.WORKTREE_BLOCKED({ name, by: round.verdict.by, reason: round.verdict.reason });
  const notes = notesOf(round);
  const from = context.cwd;
  if (round?.worktreePath !== undefined) return { entered: await madeByHook(round.worktreePath, { context, git }), notes };
  const repository = await openRepository(from, git);
  const place = placeFor(name, { repository, roots: context.roots, dir: options.dir });
  const decided = context.permitted.find((access) => access.kind === 'write' && access.below === true);
  if (decided !== undefined && 'path' in decided && decided.path !== place.path)
    throw errors.WORKTREE_MOVED({ path: decided.path, now: place.path });
  const cleaning = await openRepository(repository.top, uncancelled(git));
  const { base } = await makeWorktree(repository, { place, cleaning });
  return { entered: { path: place.path, branch: place.branch, made: 'git', base, repository: repository.top, from }, notes };
}

const notesOf = (round: HookRound | undefined) => [...(round?.contexts ?? []), ...(round?.messages ?? [])];

async function madeByHook(
  told: string,
  { context, git }: { readonly context: ToolContext; readonly git: GitContext },
): Promise<EnteredWorktree> {
  const path = realPath(resolve(context.cwd, inHome(told, context.env.HOME)));
  if (!isInRoots(path, context.roots)) throw errors.WORKTREE_OUTSIDE({ path, roots: context.roots });
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw errors.WORKTREE_BLOCKED({ name: told, by: 'WorktreeCreate', reason: `it said ${path}, and there is no folder` });
  const repository = await openRepository(context.cwd, git).catch(() => undefined);
  return { path, branch: undefined, made: 'hook', base: undefined, repository: repository?.top, from: context.cwd };
}

async function find(
  wanted: string,
  { context, git }: { readonly context: ToolContext; readonly git: GitContext },
): Promise<EnteredWorktree> {
  const repository = await openRepository(context.cwd, git);
  const path = realPath(resolve(context.cwd, wanted));
  const others = (await listWorktrees(repository)).filter((one) => !one.bare && one.path !== repository.top);
  const found = others.find((one) => one.path === path && statSync(path, { throwIfNoEntry: false }) !== undefined);
  if (found === undefined) throw errors.WORKTREE_UNKNOWN({ path, known: others.map((one) => one.path) });
  if (!isInRoots(path, context.roots)) throw errors.WORKTREE_OUTSIDE({ path, roots: context.roots });
  return { path, branch: found.branch, made: 'before', base: undefined, repository: repository.top, from: context.cwd };
}

function answer({ path, branch, made }: EnteredWorktree, notes: readonly string[]) {
  const where = branch === undefined ? path : `${path} (branch ${branch})`;
  const message =
    made === 'before'
      ? `The session is in the working tree ${where} now. It was there before, so ExitWorktree only leaves it.`
      : `The session is in the new working tree ${where} now. Leave it with ExitWorktree.`;
  return {
    content: [message, ...notes].join('\n'),
    structuredContent: { worktreePath: path, ...(branch === undefined ? {} : { worktreeBranch: branch }), message },
  };
}
