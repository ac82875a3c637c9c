import { originalPath } from './worktree.js';

/**
 * Files that decide which programs run later, on this machine or for the next person. Writing these files always asks, whatever
 * the mode and the allow rules, because one quiet change here undoes every other rule. Compared in lower case, since some disks
 * ignore case.
 */
export const PROTECTED_NAMES: readonly string[] = [
  ...['.gitconfig', '.gitmodules', '.gitattributes'],
  ...['.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases', '.profile', '.inputrc'],
  ...['.zshrc', '.zprofile', '.zshenv', '.zlogin', '.zlogout', '.kshrc', '.cshrc', '.tcshrc', '.login', '.xprofile', '.xinitrc'],
  ...['.ripgreprc', '.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', '.curlrc', '.wgetrc', '.netrc', '.vimrc', '.pypirc'],
  ...['.mcp.json', '.envrc', '.claude.json'],
  ...['agent.config.yaml', 'agent.config.yml', 'agent.config.json'],
  ...['agent.config.js', 'agent.config.mjs', 'agent.config.cjs', 'agent.config.ts', 'agent.config.mts', 'agent.config.cts'],
  'loadout.lock',
];

/** Folders in which every file is protected. */
export const PROTECTED_FOLDERS: readonly string[] = [
  ...['.git', '.vscode', '.idea', '.husky', '.loadout', '.claude', '.codex', '.cursor', '.gemini', '.devcontainer'],
  ...['.ssh', '.gnupg', '.aws', '.kube', '.docker'],
];

/** Folders that are protected only below these parents. */
const IN_CONFIG = /(?:^|\/)\.config\/(?:git|fish|loadout|systemd|autostart)(?:\/|$)/;

const names = new Set(PROTECTED_NAMES);
const folders = new Set(PROTECTED_FOLDERS);

export function isProtected(path: string): boolean {
  const lower = originalPath(path).toLowerCase();
  const parts = lower.split('/');
  return names.has(parts.at(-1) ?? '') || parts.some((part) => folders.has(part)) || IN_CONFIG.test(lower);
}
