import { resolve } from 'node:path';
import type { Access } from '@loadout/core';
import type { Analysis } from './analyse.js';
import { realPath } from './real-path.js';

/** What the permission rules are held against: each command, each file, and the whole text where something stays unclear. */
export function accessesOf(
  command: string,
  { analysis, cwd }: { readonly analysis: Analysis; readonly cwd: string },
): readonly Access[] {
  const { commands, files, unclear } = analysis;
  const parts: Access[] = commands.map(({ text, words }) => ({ kind: 'run', text, words }));
  for (const { kind, path } of files) parts.push({ kind, path: realPath(resolve(cwd, path)) });
  if (unclear !== undefined || parts.length === 0) parts.push({ kind: 'run', text: command, unclear: unclear ?? 'no command' });
  return parts;
}
