import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Files that decide what runs later, outside of the sandbox, as in core's protected files. HEAD makes a folder a bare repository.
 */
const FILES =
  '.gitmodules .npmrc .mcp.json .envrc HEAD agent.config.yaml agent.config.yml agent.config.json agent.config.js agent.config.mjs agent.config.ts loadout.lock'.split(
    ' ',
  );
/**
 * Files that programs read in the home folder only. Elsewhere, they are protected if they exist. Each additional name costs time
 * with every command.
 */
const HOME_FILES =
  '.gitconfig .bashrc .bash_profile .bash_login .bash_logout .zshrc .zprofile .zshenv .zlogin .profile .ripgreprc'.split(' ');
const FOLDERS = ['.vscode', '.idea', '.husky', '.loadout', '.claude'];
const IN_REPOSITORY = ['hooks', 'config', 'config.worktree', 'modules', 'info'];

const MOST_LEVELS = 3;
const MOST_FOLDERS = 1000;
const NOT_LOOKED_INTO = new Set(['node_modules', '.git']);

/**
 * The paths that no command in the sandbox may write: directly in each folder whether they exist or not, and three levels down if
 * they exist.
 */
export async function protectedPaths(
  folders: readonly string[],
  { home }: { readonly home: string },
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const folder of folders) {
    const names = [...FILES, ...FOLDERS, ...(folder === home ? HOME_FILES : [])];
    for (const name of names) found.add(join(folder, name));
    for (const path of await inRepository(join(folder, '.git'))) found.add(path);
    for (const path of await below(folder)) found.add(path);
  }
  return [...found];
}

/** Names of empty files that a killed sandbox may have left behind. */
export const LEFTOVER_NAMES = [...FILES, ...HOME_FILES, ...FOLDERS];

/** The protected paths of a `.git`. A `.git` file names the repository. A missing `.git` could be created with hooks in it. */
async function inRepository(git: string): Promise<readonly string[]> {
  const about = await lstat(git).catch(() => undefined);
  if (about !== undefined && !about.isDirectory()) return [git];
  return IN_REPOSITORY.map((name) => join(git, name));
}

async function below(top: string): Promise<readonly string[]> {
  const names = new Set([...FILES, ...FOLDERS, ...HOME_FILES]);
  const found: string[] = [];
  let folders: readonly string[] = [top];
  let looked = 0;
  for (let level = 0; level <= MOST_LEVELS; level++) {
    const next: string[] = [];
    for (const folder of folders) {
      if (++looked > MOST_FOLDERS) return found;
      for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
        const path = join(folder, entry.name);
        if (names.has(entry.name)) found.push(path);
        if (entry.name === '.git') found.push(...(await inRepository(path)));
        else if (entry.isDirectory() && !NOT_LOOKED_INTO.has(entry.name)) next.push(path);
      }
    }
    folders = next;
  }
  return found;
}
