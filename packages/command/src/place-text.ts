import { isAbsolute, relative } from 'node:path';
import type { Position } from '@loadout/core';

/** `file:line:column`, as it is seen from a folder. */
export function placeText({ file, line, column }: Position, cwd: string): string {
  const near = isAbsolute(file) ? relative(cwd, file) : file;
  return `${near.startsWith('..') ? file : near}:${line}:${column}`;
}
