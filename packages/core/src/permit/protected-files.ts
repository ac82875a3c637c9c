/**
 * Files that decide what runs later, on this machine or for the next person. Writing one always asks, whatever the mode and
 * the allow rules, because one quiet change here undoes every other rule. Compared in lower case.
 */
const NAMES = new Set([
  '.gitconfig',
  '.gitmodules',
  '.bashrc',
  '.bash_profile',
  '.zshrc',
  '.zprofile',
  '.zshenv',
  '.profile',
  '.ripgreprc',
  '.npmrc',
  '.mcp.json',
  '.envrc',
  'agent.config.yaml',
  'agent.config.yml',
  'agent.config.json',
  'agent.config.js',
  'agent.config.mjs',
  'agent.config.ts',
  'loadout.lock',
]);
const FOLDERS = ['.git', '.vscode', '.idea', '.husky', '.loadout', '.claude'];

export function isProtected(path: string): boolean {
  const names = path.toLowerCase().split('/');
  return NAMES.has(names.at(-1) ?? '') || FOLDERS.some((folder) => names.includes(folder));
}
