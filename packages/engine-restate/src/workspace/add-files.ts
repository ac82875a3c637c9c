import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type GitContext, gitText } from './run-git.js';

/**
 * Brings the index to the files as they are. For a repository inside of the folder, `git add` would call `git status` in it, with
 * the settings and filters of that repository, which the agent may have written: they would run outside of the agent's sandbox.
 * `update-index` reads the commit that the repository has checked out, and runs nothing.
 */
export async function addFiles(folder: string, context: GitContext): Promise<void> {
  const inner = await innerRepositories(context);
  const present = inner.filter((name) => isPresent(folder, name));
  const gone = inner.filter((name) => !present.includes(name));
  if (gone.length > 0) await gitText(['update-index', '--force-remove', '-z', '--stdin'], context, { stdin: listed(gone) });
  const files = ['.', ...present.map((name) => `:(exclude,literal)${name}`)];
  await gitText(['add', '--all', '--pathspec-from-file=-', '--pathspec-file-nul'], context, { stdin: listed(files) });
  if (present.length > 0)
    await gitText(['update-index', '--add', '--remove', '-z', '--stdin'], context, { stdin: listed(present) });
}

/** Returns the repositories that the index names. The index is that of the steps, which the agent does not write. */
async function innerRepositories(context: GitContext): Promise<readonly string[]> {
  const entries = await gitText(['ls-files', '--stage', '-z'], context);
  return entries.split('\0').flatMap((line) => (line.startsWith('160000 ') ? [line.slice(line.indexOf('\t') + 1)] : []));
}

/** Whether a name leads to something without a link on the way. */
function isPresent(folder: string, name: string): boolean {
  try {
    const parent = dirname(join(folder, name));
    return realpathSync(parent) === parent && lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

const listed = (names: readonly string[]): string => names.map((name) => `${name}\0`).join('');
