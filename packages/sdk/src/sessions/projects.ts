import { realpathSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { claudeProjectKey, claudeProjects, dashedPath } from '@loadout/command';
import { readEnds } from './file-ends.js';
import { cwdOf } from './scan-lines.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The name of the folder with the sessions of the project in `dir`. */
export const projectKeyOf = (dir = '.'): string => claudeProjectKey(realFolder(dir));

const MAX_NAME = 200;

/** The path as the engine sees it, with links resolved. A missing path stays unchanged. */
export function realFolder(dir: string): string {
  const path = resolve(dir);
  try {
    return realpathSync(path).normalize('NFC');
  } catch {
    return path.normalize('NFC');
  }
}

/** A folder with sessions, and the project for which it was looked up. */
export interface ProjectFolder {
  readonly folder: string;
  readonly project?: string | undefined;
}

/** The folders with the sessions of a project: its own, then those of its other worktrees. Without `dir`, all folders. */
export async function projectFolders(dir: string | undefined, { worktrees = true } = {}): Promise<readonly ProjectFolder[]> {
  const root = claudeProjects(process.env);
  if (dir === undefined) {
    const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
    return entries.filter((one) => one.isDirectory() || one.isSymbolicLink()).map((one) => ({ folder: join(root, one.name) }));
  }
  const project = realFolder(dir);
  const projects = [project, ...(worktrees ? await worktreesOf(project) : []).filter((other) => other !== project)];
  const found = await Promise.all(projects.map((one) => foldersOf(one, root)));
  const seen = new Set<string>();
  return found.flat().filter(({ folder }) => !seen.has(folder) && seen.add(folder));
}

async function foldersOf(project: string, root: string): Promise<readonly ProjectFolder[]> {
  const own = join(root, claudeProjectKey(project));
  const folders = (await isFolder(own)) ? [own] : [];
  const name = dashedPath(project);
  if (name.length > MAX_NAME) {
    // Another engine may use a different hash for a long path.
    const start = `${name.slice(0, MAX_NAME)}-`;
    const others = (await readdir(root).catch(() => [])).filter((one) => one.startsWith(start)).map((one) => join(root, one));
    for (const folder of others) if (folder !== own && (await isOf(folder, name))) folders.push(folder);
  }
  return folders.map((folder) => ({ folder, project }));
}

const isFolder = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isDirectory() === true;

async function isOf(folder: string, name: string): Promise<boolean> {
  for (const file of (await readdir(folder).catch(() => [])).filter((one) => one.endsWith('.jsonl'))) {
    const cwd = cwdOf(await readEnds(join(folder, file)));
    if (cwd !== undefined) return dashedPath(cwd) === name;
  }
  return false;
}

/** The worktrees of the repository that contains `dir`. Empty outside of a repository, or without git. */
async function worktreesOf(dir: string): Promise<readonly string[]> {
  try {
    const [{ execFile }, { searchPath }] = await Promise.all([import('node:child_process'), import('@loadout/runner')]);
    // A repository's own settings can name programs. Listing its sessions must not run them.
    const args = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=', 'worktree', 'list', '--porcelain'];
    const env = { ...process.env, PATH: searchPath(process.env.PATH ?? '', dir).machine };
    const { stdout } = await promisify(execFile)('git', args, { cwd: dir, env, timeout: 5000, windowsHide: true });
    const start = 'worktree ';
    return stdout
      .split('\n')
      .filter((line) => line.startsWith(start))
      .map((line) => line.slice(start.length).normalize('NFC'));
  } catch {
    return [];
  }
}
