import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runsLater } from '@loadout/core/run';

const IN_REPOSITORY = ['hooks', 'config', 'config.worktree', 'modules', 'info'];

/** The folders that are looked into below one writable folder, the nearest first. Each costs time with every command. */
const MOST_FOLDERS = 3000;
const NOT_LOOKED_INTO = new Set(['node_modules', '.git']);

export interface ProtectedPaths {
  /** The files and folders that decide what runs later, outside of the sandbox: core's one list, at every depth (N7). */
  readonly existing: readonly string[];
  /** Parts of a repository that may be missing. A missing `.git` could be created with hooks in it. */
  readonly inRepositories: readonly string[];
}

/** The paths below these folders that no command in the sandbox may write. */
export function protectedPaths(folders: readonly string[]): ProtectedPaths {
  const found = folders.map(below);
  const existing = found.flatMap((one) => one.existing);
  const inRepositories = [
    ...folders.flatMap((folder) => inRepository(join(folder, '.git'))),
    ...found.flatMap((one) => one.inRepositories),
  ];
  return { existing: [...new Set(existing)], inRepositories: [...new Set(inRepositories)] };
}

/** The protected paths of a `.git`. A `.git` file names the repository. */
function inRepository(git: string): readonly string[] {
  const about = lstatSync(git, { throwIfNoEntry: false });
  if (about !== undefined && !about.isDirectory()) return [git];
  return IN_REPOSITORY.map((name) => join(git, name));
}

function below(top: string): ProtectedPaths {
  const existing: string[] = [];
  const inRepositories: string[] = [];
  const folders = [top];
  for (let looked = 0; looked < Math.min(folders.length, MOST_FOLDERS); looked++) {
    const folder = folders[looked] ?? top;
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.name === '.git') inRepositories.push(...inRepository(path));
      else if (isProtected(path, top)) existing.push(path);
      else if (entry.isDirectory() && !NOT_LOOKED_INTO.has(entry.name)) folders.push(path);
    }
  }
  return { existing, inRepositories };
}

/** The names above a writable folder do not count: a workspace may lie below a folder of an agent. */
export const isProtected = (path: string, top: string): boolean => runsLater(`/${relative(top, path)}`) !== undefined;

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Names of empty files that a killed sandbox of an older version may have left behind. */
export const LEFTOVER_NAMES: readonly string[] = [
  ...['.gitmodules', '.npmrc', '.mcp.json', '.envrc', 'HEAD', 'loadout.lock'],
  ...['yaml', 'yml', 'json', 'js', 'mjs', 'ts'].map((ending) => `agent.config.${ending}`),
  ...['.gitconfig', '.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.zshrc', '.zprofile', '.zshenv', '.zlogin'],
  ...['.profile', '.ripgreprc', '.vscode', '.idea', '.husky', '.loadout', '.claude'],
];
