import { cpSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Access, Tool } from '@loadout/core';
import type { PoolTool } from '@loadout/core/run';
import { resultOf, withPermitted } from '../call-tool.js';
import type { TestContext } from '../test-context.js';
import type { Problem } from './check.js';
import { folderChange, snapshotFolder } from './snapshot-folder.js';
import { prepare, type ValidCase } from './tool-cases.js';
import { accessOf, plainCall, type Trial } from './trial.js';

type PathAccess = Extract<Access, { readonly path: string }>;

/**
 * Finds a tool that resolves a path of its input a second time, instead of the path that it was permitted. The files of the
 * case move to another folder between the decision and the call, and `permitted` names them there: a tool that opens what it
 * was permitted does not notice.
 */
export async function secondResolution(subject: Subject): Promise<Problem> {
  const { change, failure } = await calledElsewhere(subject, 'moved');
  if (change !== undefined) return `${change} at a path that it resolved again; ${WHAT_TO_DO}`;
  if (failure === undefined) return undefined;
  // A tool may know the paths of its session, such as those that were read. It fails also while the files are in both places.
  const { failure: always } = await calledElsewhere(subject, 'copied');
  return always === undefined ? `it did not find what it was permitted (${failure}); ${WHAT_TO_DO}` : undefined;
}

interface Subject {
  readonly tool: PoolTool;
  readonly one: ValidCase;
  readonly trial: Trial;
}

interface Elsewhere {
  readonly change?: string | undefined;
  readonly failure?: string | undefined;
}

async function calledElsewhere({ tool, one, trial }: Subject, how: 'moved' | 'copied'): Promise<Elsewhere> {
  if (one.isError === true || trial.endless.has(one)) return {};
  const { context, input } = await prepare(one, trial);
  const { dir } = context;
  try {
    const parsed = await tool.input.parse(input);
    const accesses = parsed.ok ? await accessOf(tool, { input: parsed.value, context, trial }) : undefined;
    // A command names its own paths.
    if (!parsed.ok || accesses === undefined || accesses.some(({ kind }) => kind === 'run')) return {};
    const here = accesses.filter((access): access is PathAccess => 'path' in access && isBelow(access.path, dir));
    if (here.length === 0) return {};
    const elsewhere = join(realpathSync.native(dirname(dir)), 'permitted');
    cpSync(dir, elsewhere, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    const permitted = accesses.map((access) => moved(access, { from: dir, to: elsewhere }));
    if (how === 'moved') for (const { path } of here) clear(path, dir);
    const before = snapshotFolder(dir);
    const failure = await failureIn(tool.tool, { input: parsed.value, context: withPermitted(context, permitted), trial });
    return { failure, change: folderChange(before, snapshotFolder(dir)) };
  } finally {
    await context.dispose();
  }
}

const WHAT_TO_DO = "open permittedPath(context, 'read' or 'write') of @loadout/core instead of resolving the input in call";

const isBelow = (path: string, dir: string): boolean => path === dir || path.startsWith(dir + sep);

const moved = (access: Access, { from, to }: { readonly from: string; readonly to: string }): Access =>
  'path' in access && isBelow(access.path, from) ? { ...access, path: join(to, relative(from, access.path)) } : access;

/** The working directory itself stays, without its content. */
function clear(path: string, dir: string): void {
  rmSync(path, { recursive: true, force: true });
  if (path === dir) mkdirSync(dir);
}

async function failureIn(
  tool: Tool<unknown>,
  { input, context, trial }: { readonly input: unknown; readonly context: TestContext; readonly trial: Trial },
): Promise<string | undefined> {
  try {
    const output = await plainCall(trial, () => tool.call(input, context));
    const { content, isError } = resultOf(output, { name: tool.name, toolUseId: context.toolUseId });
    return isError ? content : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
