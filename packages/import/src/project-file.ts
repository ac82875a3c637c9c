import { existsSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import type { Node, Path } from '@loadout/config/documents';
import type { Draft } from './draft.js';
import { textOf } from './read-fields.js';

/** The folder of the project whose settings stand in a folder of their own, such as `.codex`. */
export const projectOf = (folder: string, own: string): string => (basename(folder) === own ? dirname(folder) : folder);

interface Place {
  /** The folder that the name begins at. */
  readonly base: string;
  readonly project: string;
  readonly draft: Draft;
}

/** Returns a file of instructions as the configuration names it. One that is missing or outside of the project is lost. */
export function projectFile(node: Node, path: Path, { base, project, draft }: Place): { readonly file: string } | undefined {
  const written = textOf(node) ?? '';
  const file = relative(project, resolve(base, written));
  if (written === '' || !existsSync(resolve(base, written))) return draft.lose(path, node.place, `there is no file ${written}`);
  if (file.startsWith('..')) return draft.lose(path, node.place, `${written} is outside of the project; copy it`);
  return { file };
}
