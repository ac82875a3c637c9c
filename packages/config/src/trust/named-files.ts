import { isAbsolute, join, relative, resolve } from 'node:path';
import { realPath } from '@loadout/node';
import { folderOf } from '../document/folder-of.js';
import { child, isText, outsideProfile, type Path } from '../document/node.js';
import { isLocal } from '../packages/find-package.js';
import { type BoundText, boundTexts } from './bound-texts.js';
import { codeFiles } from './code-files.js';
import type { Excerpt } from './excerpts.js';
import type { Part } from './gate.js';
import { withImported } from './imported-files.js';
import type { WatchedPaths } from './watched-paths.js';

export interface NamedFilesContext {
  readonly root: string;
  readonly configDir: string;
  readonly watched: WatchedPaths;
  /** Hashes a file. Contract: throws if the limits of a verdict are exceeded. */
  readonly hash: (file: string) => string;
  /** The package or path that the mount at this place uses. */
  readonly useOf: (path: Path) => string | undefined;
}

export interface NamedFiles {
  /** Absolute paths, sorted. */
  readonly files: readonly string[];
  readonly excerpts: readonly Excerpt[];
  /** Files that are named like files of the project but do not exist. Absolute paths, sorted. */
  readonly absent: readonly string[];
}

/** Programs that run commands from a file of the project without naming the file. Only the scripts of package.json count. */
const IMPLIED: readonly { readonly program: RegExp; readonly files: readonly string[]; readonly scripts?: string }[] = [
  { program: /(?:^|[\s;&|(])(?:npm|npx|pnpm|yarn|bun)\b/, files: ['.npmrc'], scripts: 'package.json' },
  { program: /(?:^|[\s;&|(])make\b/, files: ['Makefile', 'makefile', 'GNUmakefile'] },
];

/**
 * The files of the project whose bytes determine what a part does: the files that its acting texts name, with their imports, and
 * the files of a local plugin. Programs of the machine do not belong to the project. Every examined place is recorded in
 * `watched`.
 */
export function namedFiles(part: Part, context: NamedFilesContext): NamedFiles {
  const { root, watched } = context;
  const [files, scripts, absent] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const texts = boundTexts(part, context);
  const namers = new Map<string, FolderNamers>();
  for (const text of texts) {
    const { from } = text;
    const named = namers.get(from) ?? folderNamers(from, texts, context);
    namers.set(from, named);
    const found = filesIn(text, { bases: basesOf(text, named, context), root, watched });
    for (const file of found.files) for (const one of withImported(file, watched, context.hash)) files.add(one);
    for (const file of found.scripts) scripts.add(file);
    for (const file of found.absent) absent.add(file);
  }
  for (const file of localPluginFiles(part, context)) files.add(file);
  const excerpts = [...scripts].filter((one) => !files.has(one)).map((file): Excerpt => ({ file, what: 'scripts' }));
  return { files: [...files].sort(), excerpts: [...excerpts, ...skillText(part)], absent: [...absent].sort() };
}

/** The texts of a part that are a folder, by folder. */
type FolderNamers = ReadonlyMap<string, ReadonlySet<BoundText>>;

/** The folders that the texts of a part name, as arguments of a program in this file. Asked once for all texts, of which a part may have thousands. */
function folderNamers(from: string, all: readonly BoundText[], context: NamedFilesContext): FolderNamers {
  const namers = new Map<string, Set<BoundText>>();
  for (const one of all) {
    if (one.codeOnly === true) continue;
    for (const folder of foldersOf(one.text, from, context)) namers.set(folder, (namers.get(folder) ?? new Set()).add(one));
  }
  return namers;
}

function foldersOf(name: string, from: string, context: NamedFilesContext): readonly string[] {
  const { root, watched } = context;
  const plain = name.replace(/^--?[\w-]+=/, '').replace(PROJECT, './');
  return startsOf(from, context)
    .map((start) => resolve(start, plain))
    .filter((folder) => isInside(folder, root) && watched.isFolder(folder));
}

const startsOf = (from: string, { configDir, root }: NamedFilesContext) => [folderOf(from), configDir, root];

/**
 * The folders in which a text of a part may name a file: those of its file, the configuration and the project, the one in which
 * the program starts, and the folders that other texts of the part are, such as arguments (`uv --directory srv run main.py`).
 */
function basesOf(text: BoundText, named: FolderNamers, context: NamedFilesContext): readonly string[] {
  const { from, cwd } = text;
  const others = [...named].flatMap(([folder, by]) => (by.size > 1 || !by.has(text) ? [folder] : []));
  const own = cwd === undefined ? [] : foldersOf(cwd, from, context);
  return [...new Set([...startsOf(from, context), ...own, ...others])];
}

/** The skill's own list of tools allows the commands that its text runs. */
const skillText = ({ path, node }: Part): readonly Excerpt[] =>
  path[0] === 'skills' && node.place.file.endsWith('.md') ? [{ file: node.place.file, what: 'commands' }] : [];

/** Matches redirections. The files that a command writes do not change what the command does. */
const WRITTEN = /\d?>>?\s*(?!&)\S+/g;

const PROJECT = /\$\{?(?:configDir|workspace|CLAUDE_PROJECT_DIR|LOADOUT_PROJECT_DIR|PWD)\}?\/?/g;

const CODE = /\.(?:[cm]?[jt]sx?|sh|bash|zsh|py|rb|pl|php|lua|wasm|node|so|dylib|dll|exe)$/i;

interface Around {
  readonly bases: readonly string[];
  readonly root: string;
  readonly watched: WatchedPaths;
}

interface FoundFiles extends Pick<NamedFiles, 'files' | 'absent'> {
  readonly scripts: readonly string[];
}

function filesIn({ text, codeOnly = false }: BoundText, { bases, root, watched }: Around): FoundFiles {
  const plain = text
    .replace(PROJECT, './')
    .replace(/\$\{file:([^{}]*)\}/g, ' $1 ')
    .replace(WRITTEN, ' ');
  const quoted = shellWords(plain).flatMap((word) => (/\s/.test(word) ? [word, ...shellWords(word)] : [word]));
  const all = [plain.replace(/#[\w$]*$/, ''), ...plain.split(/[\s'"`;|&<>()=,:]+/), ...quoted].filter((word) => word !== '');
  const words = [...new Set(codeOnly ? all.filter((word) => CODE.test(word)) : all)];
  const folders = codeOnly
    ? []
    : new Set(words.flatMap((word) => bases.map((base) => resolve(base, word)).filter((one) => watched.isFolder(one))));
  const places = (word: string): readonly string[] => {
    const below = [...bases, ...folders].map((base) => join(base, word));
    // A path that looks absolute may be the end of another: "$CLAUDE_PROJECT_DIR"/x.sh, $(git rev-parse --show-toplevel)/x.sh.
    return (isAbsolute(word) ? [word, ...below] : below).filter((path) => !isAbsolute(word) || isInside(path, root));
  };
  const there = (word: string) => places(word).filter((path) => watched.isFile(path));
  const implied = codeOnly ? [] : IMPLIED.filter(({ program }) => program.test(plain));
  const missing = words.filter((word) => isPath(word) && there(word).length === 0).flatMap((word) => places(word).slice(0, 1));
  return {
    files: [...words, ...implied.flatMap((one) => one.files)].flatMap(there),
    scripts: implied.flatMap(({ scripts }) => (scripts === undefined ? [] : there(scripts))),
    absent: missing.filter((path) => !watched.isFolder(path) && isInside(path, root)),
  };
}

/** Whether a word can only be a path. Nobody writes such a word with another meaning. */
const isPath = (word: string): boolean => /^\.{1,2}\/[\w./-]+$/.test(word) || (CODE.test(word) && /^[\w./-]+$/.test(word));

/** The words of a command as a shell parts them: a space that is quoted or escaped belongs to its word. */
const shellWords = (command: string): readonly string[] =>
  [...command.matchAll(/(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'|\\(.)/g, (_, double = '', single = '', escaped = '') => double + single + escaped),
  );

function localPluginFiles({ path, node }: Part, { watched }: NamedFilesContext): readonly string[] {
  const inside = outsideProfile(path);
  if (inside.length !== 2 || (inside[0] !== 'plugins' && inside[0] !== 'providers')) return [];
  const use = isText(node) ? node : child(node, 'use');
  if (!isText(use) || !isLocal(use.value)) return [];
  const local = resolve(folderOf(use.place.file), use.value);
  return watched.isFolder(local) ? codeFiles(local, watched) : [];
}

export const isInside = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way) && join(folder, way) === path);
};

/** Whether a file is outside of a folder, links followed: also those of folders above it, also for a missing file, and where the system does not tell. */
export function isBeyond(file: string, folder: string): boolean {
  try {
    return !isInside(realPath(file), folder);
  } catch {
    return true;
  }
}
