import { cpSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Access, AnyTool, Tool } from '@loadout/core';
import { compileSchema } from '@loadout/core';
import { withPermitted } from '../call-tool.js';
import type { Services, TestContext } from '../test-context.js';
import type { Problem } from './check.js';
import { folderChange, snapshotFolder } from './snapshot-folder.js';
import { prepare, type ValidCase } from './tool-cases.js';

type PathAccess = Extract<Access, { readonly path: string }>;

/**
 * Finds a tool that resolves a path of its input a second time, instead of the path that it was permitted. The files of the
 * case move to another folder between the decision and the call, and `permitted` names them there: a tool that opens what it
 * was permitted does not notice.
 */
export async function secondResolution(
  anyTool: AnyTool,
  { one, services }: { readonly one: ValidCase; readonly services: Services | undefined },
): Promise<Problem> {
  if (one.isError === true) return undefined;
  const tool = anyTool as Tool<unknown>;
  const { context, input } = await prepare(one, services);
  try {
    const parsed = await compileSchema(tool.inputSchema, `the tool ${tool.name}`).parse(input);
    if (!parsed.ok || (await tool.validateInput?.(parsed.value, context)) !== undefined) return undefined;
    const accesses = (await tool.access?.(parsed.value, context)) ?? [];
    const here = accesses.filter((access): access is PathAccess => 'path' in access && isBelow(access.path, context.dir));
    if (here.length === 0) return undefined;
    return await callElsewhere(tool, { input: parsed.value, context, accesses });
  } finally {
    await context.dispose();
  }
}

async function callElsewhere(
  tool: Tool<unknown>,
  { input, context, accesses }: { readonly input: unknown; readonly context: TestContext; readonly accesses: readonly Access[] },
): Promise<Problem> {
  const { dir } = context;
  const elsewhere = join(realpathSync(dirname(dir)), 'permitted');
  cpSync(dir, elsewhere, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  const permitted = accesses.map((access) => moved(access, { from: dir, to: elsewhere }));
  for (const access of accesses) if ('path' in access && isBelow(access.path, dir)) clear(access.path, dir);
  const before = snapshotFolder(dir);
  const failure = await failureOf(tool, { input, context: withPermitted(context, permitted) });
  const change = folderChange(before, snapshotFolder(dir));
  if (change !== undefined) return `${change} at a path that it resolved again; ${WHAT_TO_DO}`;
  return failure === undefined ? undefined : `it did not find what it was permitted (${failure}); ${WHAT_TO_DO}`;
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

async function failureOf(
  tool: Tool<unknown>,
  { input, context }: { readonly input: unknown; readonly context: TestContext },
): Promise<string | undefined> {
  try {
    const output = await tool.call(input, context);
    if (typeof output === 'string' || output.isError !== true) return undefined;
    return typeof output.content === 'string' ? output.content : JSON.stringify(output.content);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
