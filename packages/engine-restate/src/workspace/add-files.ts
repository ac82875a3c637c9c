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
  try {
    const files = ['.', ...present.map((name) => `:(exclude,literal)${name}`)];
    await gitText(['add', '--all', '--pathspec-from-file=-', '--pathspec-file-nul'], context, { stdin: listed(files) });
    if (present.length > 0) await gitText([...UPDATE], context, { stdin: listed(present) });
  } catch (error) {
    // A file that vanishes after git has listed it makes the whole `git add` fail.
    if (context.signal.aborted) throw error;
    await addOneByOne(folder, context);
  }
}

const UPDATE = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'] as const;
/** A file that is seen and then cannot be read may have vanished in between. */
const MOST_LOOKS = 5;

/** Does the same where files come and go: each is looked at again when it is added, and one that is gone is no error. */
async function addOneByOne(folder: string, context: GitContext): Promise<void> {
  const list = ['ls-files', '--others', '--modified', '--deleted', '--exclude-standard', '-z'];
  const changed = (await gitText(list, context, { encoding: 'latin1' })).split('\0').filter((name) => name !== '');
  // A repository inside of the folder is listed as a folder.
  const names = [...new Set(changed.map((name) => (name.endsWith('/') ? name.slice(0, -1) : name)))];
  if (names.length > 0) await addGroup(folder, names, context);
}

/** Git adds all files of a group or none, so a group with a file that vanishes is halved, down to that file. */
async function addGroup(folder: string, names: readonly string[], context: GitContext, looks = MOST_LOOKS): Promise<void> {
  const call = { stdin: listed(names), encoding: 'latin1' } as const;
  try {
    await gitText([...UPDATE], context, call);
  } catch (error) {
    const [name = '', ...others] = names;
    if (context.signal.aborted || (others.length === 0 && looks === 1)) throw error;
    if (others.length > 0) {
      const half = Math.ceil(names.length / 2);
      await addGroup(folder, names.slice(0, half), context);
      await addGroup(folder, names.slice(half), context);
    } else if (isGone(folder, name)) await gitText(['update-index', '--force-remove', '-z', '--stdin'], context, call);
    else await addGroup(folder, names, context, looks - 1);
  }
}

/** Whether there is no such file, or only behind a link. The name is in Latin-1, as git's bytes. */
function isGone(folder: string, bytes: string): boolean {
  const name = Buffer.from(bytes, 'latin1').toString('utf8');
  return Buffer.from(name).equals(Buffer.from(bytes, 'latin1')) && !isPresent(folder, name);
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
