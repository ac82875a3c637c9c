import { resolve } from 'node:path';
import type { ToolContext } from '@loadout/core';
import { realPath } from '@loadout/shell-rules';
import { inputOf } from '../check/input.js';
import { errors } from '../errors.js';
import type { Script, Values } from '../script.js';

export interface Call {
  readonly input: Values;
  readonly context: ToolContext;
}

/** The folder in which a call runs. Throws SCRIPT_FOLDER for one that is not in the working directories. */
export function folderOf({ name, declaration: { cwd }, configDir }: Script, context: ToolContext): string {
  if (cwd === undefined) return context.cwd;
  const { roots } = context;
  const folder = realPath(configDir, cwd);
  if (roots.some((root) => folder === root || folder.startsWith(root === '/' ? root : `${root}/`))) return folder;
  throw errors.SCRIPT_FOLDER({ name, cwd: folder, roots });
}

/**
 * The values as the program gets them. A path is relative to the folder of the session; for a tool that has a folder of its own it is
 * made absolute.
 */
export function valuesOf({ declaration }: Script, { input, context }: Call): Values {
  if (declaration.cwd === undefined) return input;
  const { properties } = inputOf(declaration);
  const whole = (value: unknown) => (typeof value === 'string' ? resolve(context.cwd, value) : value);
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (properties[name]?.format === 'path') return [name, whole(value)];
      return [name, properties[name]?.items?.format === 'path' && Array.isArray(value) ? value.map(whole) : value];
    }),
  );
}
