import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { child, isList, isMap, isText, type Node } from '../document/node.js';
import { findPackage, isLocal } from '../packages/find-package.js';
import { splitUse } from '../packages/split-use.js';
import { folderFiles } from './folder-files.js';
import type { Part } from './gate.js';
import { withImported } from './imported-files.js';
import { isFile, isFolder } from './kind-of-path.js';

export interface NamedFilesContext {
  readonly root: string;
  readonly configDir: string;
}

/** Programs that run what a file of the project says, without that file being named. */
const IMPLIED: readonly { readonly program: RegExp; readonly files: readonly string[] }[] = [
  { program: /(?:^|[\s;&|(])(?:npm|npx|pnpm|yarn|bun)\b/, files: ['package.json'] },
  { program: /(?:^|[\s;&|(])make\b/, files: ['Makefile', 'makefile', 'GNUmakefile'] },
];

/**
 * The files of the project whose bytes decide what a part does: those that its texts name, with what they import, and the
 * folder of a plugin. Programs of the machine are not the project's.
 */
export function namedFiles(part: Part, context: NamedFilesContext): readonly string[] {
  const found = new Set<string>();
  if (isAudit(part.node)) return [];
  for (const { text, from } of textsIn(part.node)) {
    const bases = [...new Set([dirname(from), context.configDir, context.root])];
    for (const file of filesIn(text, { bases, root: context.root })) for (const one of withImported(file)) found.add(one);
  }
  for (const file of mountFiles(part, context)) found.add(file);
  // What a skill may do without asking is trusted for the text that it was trusted with.
  if (part.path[0] === 'skills') found.add(part.node.place.file);
  return [...found].sort();
}

/** Its file is written by it. */
function isAudit(node: Node): boolean {
  const type = child(node, 'type');
  return isText(type) && type.value === 'audit';
}

interface Text {
  readonly text: string;
  readonly from: string;
}

function textsIn(node: Node): readonly Text[] {
  if (isText(node)) return [{ text: node.value, from: node.place.file }];
  if (isList(node)) return node.items.flatMap(textsIn);
  return isMap(node) ? [...node.entries.values()].flatMap((entry) => textsIn(entry.value)) : [];
}

/** What a command writes decides nothing of what it does. */
const WRITTEN = /\d?>>?\s*(?!&)\S+/g;

const PROJECT = /\$\{?(?:configDir|workspace|CLAUDE_PROJECT_DIR|LOADOUT_PROJECT_DIR|PWD)\}?\/?/g;

function filesIn(text: string, { bases, root }: { bases: readonly string[]; root: string }): readonly string[] {
  const plain = text
    .replace(PROJECT, './')
    .replace(/\$\{file:([^}]*)\}/g, ' $1 ')
    .replace(WRITTEN, ' ');
  const words = [plain.replace(/#[\w$]*$/, ''), ...plain.split(/[\s'"`;|&<>()=,:]+/)].filter((word) => word !== '');
  const folders = words.flatMap((word) => bases.map((base) => resolve(base, word)).filter(isFolder));
  const implied = IMPLIED.flatMap(({ program, files }) => (program.test(plain) ? files : []));
  return [...words, ...implied].flatMap((word) => {
    const below = [...bases, ...folders].map((base) => join(base, word));
    // What looks absolute may be the end of a path: "$CLAUDE_PROJECT_DIR"/x.sh, $(git rev-parse --show-toplevel)/x.sh.
    const paths = isAbsolute(word) ? [word, ...below] : below;
    return paths.filter((path) => (!isAbsolute(word) || isInside(path, root)) && isFile(path));
  });
}

/** The files of a plugin that is a folder, or of the package that would be loaded. */
function mountFiles({ path, node }: Part, { configDir }: NamedFilesContext): readonly string[] {
  const inside = path[0] === 'profiles' ? path.slice(2) : path;
  if (inside.length !== 2 || (inside[0] !== 'plugins' && inside[0] !== 'providers')) return [];
  const use = isText(node) ? node : child(node, 'use');
  if (!isText(use)) return [];
  const local = resolve(dirname(use.place.file), use.value);
  if (isLocal(use.value)) return isFolder(local) ? folderFiles(local) : [];
  const found = findPackage(splitUse(use.value).name, configDir)?.packageDir;
  return found === undefined ? [] : folderFiles(found);
}

export const isInside = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way) && join(folder, way) === path);
};
