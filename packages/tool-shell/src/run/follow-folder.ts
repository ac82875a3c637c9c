import { realpathSync, statSync } from 'node:fs';
import { type ToolContext, WorkingDirectory } from '@loadout/core';
import { isWithin } from '@loadout/node';
import { errors } from '../errors.js';

/** Throws if the session's folder is gone, and moves the session to an existing one. */
export function assertFolder(context: ToolContext): void {
  if (isFolder(context.cwd)) return;
  const now = context.roots.find(isFolder);
  if (now !== undefined) context.find(WorkingDirectory)?.set(now);
  throw errors.SHELL_FOLDER_GONE({ path: context.cwd, now });
}

/** Lets the session follow a `cd` inside the working directories. Otherwise returns a notice for the model. */
export function followFolder(told: string, context: ToolContext): string | undefined {
  // Any command can write such a note, so the real path is checked.
  const path = realFolder(told);
  if (path === realFolder(context.cwd)) return undefined;
  const directory = context.find(WorkingDirectory);
  if (path !== undefined && directory !== undefined && context.roots.some((root) => isWithin(path, root))) {
    directory.set(path);
    return undefined;
  }
  return `Shell cwd was reset to ${context.cwd}`;
}

function realFolder(path: string): string | undefined {
  try {
    const real = realpathSync.native(path);
    return isFolder(real) ? real : undefined;
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
