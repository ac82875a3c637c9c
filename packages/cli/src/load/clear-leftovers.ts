import { lstatSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The empty files of a killed sandbox that Loadout itself reads. Commands in a sandbox clear the others. */
const READ = [
  'loadout.lock',
  '.mcp.json',
  ...['yaml', 'yml', 'json', 'js', 'mjs', 'ts'].map((ending) => `agent.config.${ending}`),
];
const OTHERS =
  '.gitmodules .npmrc .envrc HEAD .gitconfig .bashrc .bash_profile .bash_login .bash_logout .zshrc .zprofile .zshenv .zlogin .profile .ripgreprc .vscode .idea .husky .loadout .claude'.split(
    ' ',
  );

/**
 * Removes the empty files that a sandbox of an older version leaves behind when its process is killed: an empty `loadout.lock`
 * would stop every command. Removes only empty, read-only files of this user with exactly these names.
 */
export function clearLeftovers(start: string): void {
  for (let folder = start; ; folder = dirname(folder)) {
    const found = READ.map((name) => join(folder, name)).filter(isLeftover);
    if (found.length > 0)
      for (const path of [...found, ...OTHERS.map((name) => join(folder, name)).filter(isLeftover)]) remove(path);
    if (dirname(folder) === folder) return;
  }
}

function isLeftover(path: string): boolean {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile() || stat.size > 0 || stat.nlink !== 1) return false;
    return (stat.mode & 0o222) === 0 && stat.uid === process.getuid?.();
  } catch {
    return false;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process removed it first.
  }
}
