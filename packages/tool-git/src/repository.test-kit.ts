import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileSchema, type HookInputs, type HookRound, SessionHooks, type ToolEvent } from '@loadout/core';
import { callTool, type TestContext, testContext } from '@loadout/testing';
import { onTestFinished } from 'vitest';
import { enterWorktreeTool } from './enter-worktree-tool.js';
import { exitWorktreeTool } from './exit-worktree-tool.js';
import { type GitOptions, optionsSchema } from './options.js';
import { WorktreeSession } from './worktree/worktree-session.js';

const parsed = await compileSchema(optionsSchema, 'the options of git').parse({});

/** The options of a mount that names none. */
export const DEFAULTS = (parsed.ok ? parsed.value : parsed.issues) as GitOptions;

const IDENTITY = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid', '-c', 'init.defaultBranch=main'];

/** git as a person would call it in that folder. */
export const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', [...IDENTITY, '-c', 'protocol.file.allow=always', ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

export function put(dir: string, files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
}

/** Answers of WorktreeCreate and WorktreeRemove hooks; without one nobody has an opinion. */
export type Answers = { readonly [E in ToolEvent]?: (input: HookInputs[E]) => Partial<HookRound> };

export interface Bench {
  readonly context: TestContext;
  readonly dir: string;
  readonly fired: unknown[];
  enter(input?: object): ReturnType<typeof callTool>;
  exit(input: object): ReturnType<typeof callTool>;
}

export interface BenchOptions {
  readonly dir?: string;
  readonly answers?: Answers;
  readonly env?: Readonly<Record<string, string>>;
}

/** A session in a folder of its own, with both tools and no repository yet. */
export function makeBench({ dir, answers = {}, env }: BenchOptions = {}): Bench {
  const fired: unknown[] = [];
  const hooks: SessionHooks = {
    async fire(event, input) {
      fired.push({ event, ...input });
      return { contexts: [], messages: [], ...answers[event]?.(input as never) };
    },
  };
  const context = testContext({
    services: [
      [WorktreeSession, { current: undefined }],
      [SessionHooks, hooks],
    ],
    ...(env === undefined ? {} : { env }),
  });
  onTestFinished(() => context.dispose());
  const options = dir === undefined ? DEFAULTS : { ...DEFAULTS, dir };
  const [enter, exit] = [enterWorktreeTool(options), exitWorktreeTool(options)];
  return {
    context,
    dir: context.dir,
    fired,
    enter: (input = {}) => callTool(enter, input, context),
    exit: (input) => callTool(exit, input, context),
  };
}

/** Runs a test in a repository with one commit. */
export function inRepository(options: BenchOptions = {}): Bench {
  const bench = makeBench(options);
  git(bench.dir, 'init', '--quiet');
  put(bench.dir, { 'a.txt': 'one\n', '.gitignore': 'built/\n' });
  commitAll(bench.dir, 'First');
  return bench;
}

export function commitAll(dir: string, message: string) {
  git(dir, 'add', '--all');
  git(dir, 'commit', '--quiet', '--message', message);
}

/** The default path of a worktree with this name. */
export const treeOf = (bench: Bench, name: string) => join(bench.dir, '.claude/worktrees', name);

export const branches = (dir: string) => git(dir, 'branch', '--format=%(refname:short)').trim().split('\n').sort();
