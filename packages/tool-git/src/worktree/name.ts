import type { LoadoutError } from '@loadout/core';
import { errors } from '../errors.js';

const MOST = 64;

/** Why a name cannot be used. Source: TOOL-WT-03. */
export function nameError(name: string): LoadoutError | undefined {
  const problem = problemOf(name);
  return problem === undefined ? undefined : errors.WORKTREE_NAME({ name: name.slice(0, 2 * MOST), problem });
}

function problemOf(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (name.length > MOST) return `it has ${name.length} characters`;
  for (const part of name.split('/')) {
    if (!/^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(part)) return `${JSON.stringify(part)} is not a part of a name`;
    if (part.includes('..') || part.endsWith('.') || part.toLowerCase().endsWith('.lock'))
      return `git takes no branch with ${JSON.stringify(part)} in it`;
  }
  return undefined;
}

/** Returns one folder and one branch level for any name: `a/b` would conflict with `a`. Names contain no `+`. */
export const folderOf = (name: string) => name.replaceAll('/', '+');

export const branchOf = (name: string) => `worktree-${folderOf(name)}`;
