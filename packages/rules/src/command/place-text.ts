import { relative } from 'node:path';
import type { Position } from '@loadout/core';

/** The place of a rule, as it is seen from a folder. */
export function placeText(position: Position | undefined, cwd: string): string {
  if (position === undefined) return 'no file';
  const { file, line, column } = position;
  const near = file.startsWith('/') ? relative(cwd, file) : file;
  return `${near.startsWith('..') ? file : near}:${line}:${column}`;
}
