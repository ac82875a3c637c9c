import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type GitContext, gitText, reasonOf, runGit } from './run-git.js';

/**
 * Brings the index to the files as they are. For a repository inside of the folder, `git add` would call `git status` in it, with
 * the settings and filters of that repository, which the agent may have written: they would run outside of the agent's sandbox.
 * `update-index` reads the commit that the repository has checked out, and runs nothing.
 */
export async function addFiles(folder: string, context: GitContext): Promise<void> {
  const inner = await innerRepositories(context);
  const present = inner.filter((name) => hasRepository(folder, name) || isEmptyFolder(folder, name));
  // Git would keep the commit of a folder that is a repository no longer, and store none of its files.
  const gone = inner.filter((name) => !present.includes(name));
  if (gone.length > 0) await gitText([...REMOVE], context, { stdin: listed(gone) });
  try {
    const files = ['.', ...present.map((name) => `:(exclude,literal)${name}`)];
    await gitText(['add', '--all', '--pathspec-from-file=-', '--pathspec-file-nul'], context, { stdin: listed(files) });
    if (present.length > 0) await gitText([...UPDATE], context, { stdin: listed(present) });
  } catch (error) {
    // A file that vanishes after git has listed it makes the whole `git add` fail, and so does a repository without a commit.
    if (context.signal.aborted) throw error;
    await addOneByOne(folder, context);
  }
}

const REMOVE = ['update-index', '--force-remove', '-z', '--stdin'] as const;
const UPDATE = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'] as const;
/** A file that is seen and then cannot be read may have vanished in between. */
const MOST_LOOKS = 5;

/** Does the same while files come and go: looks at each file again when it is added, and accepts that a file is gone. */
async function addOneByOne(folder: string, context: GitContext): Promise<void> {
  const list = ['ls-files', '--others', '--modified', '--deleted', '--exclude-standard', '-z'];
  const changed = (await gitText(list, context, { encoding: 'latin1' })).split('\0').filter((name) => name !== '');
  const names = [...new Set(changed)];
  if (names.length > 0) await addGroup(folder, names, context);
}

/** Git adds all files of a group or none, so a group with a file that cannot be added is halved, down to that file. */
async function addGroup(folder: string, names: readonly string[], context: GitContext): Promise<void> {
  const problem = await problemOfAdding(names, context);
  if (problem === undefined) return;
  if (names.length === 1) return addHard(folder, names[0] ?? '', context);
  const half = Math.ceil(names.length / 2);
  await addGroup(folder, names.slice(0, half), context);
  await addGroup(folder, names.slice(half), context);
}

async function addHard(folder: string, name: string, context: GitContext): Promise<void> {
  for (let look = 1; ; look += 1) {
    const problem = await problemOfAdding([name], context);
    // A repository without a commit has nothing that git could name. Its contents would not be stored with a commit either.
    if (problem === undefined || isRepository(name)) return;
    if (isGone(folder, name)) return void (await gitText([...REMOVE], context, { stdin: listed([name]), encoding: 'latin1' }));
    if (look === MOST_LOOKS) throw new Error(problem);
  }
}

/** Adds the files, or returns why one of them cannot be added. */
async function problemOfAdding(names: readonly string[], context: GitContext): Promise<string | undefined> {
  const stdin = listed(names.map((name) => (isRepository(name) ? name.slice(0, -1) : name)));
  const { code, stderr } = await runGit([...UPDATE], context, { stdin, encoding: 'latin1' });
  // Git leaves out names that no repository may have, and goes on.
  return code === 0 && !stderr.includes('Ignoring path') ? undefined : reasonOf(stderr, code);
}

/** Git lists a repository inside of the folder as a folder, and everything else by its files. */
const isRepository = (name: string): boolean => name.endsWith('/');

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

const MAY_BE_GONE = { throwIfNoEntry: false } as const;

/** Whether a name leads to something without a link on the way. */
function isPresent(folder: string, name: string): boolean {
  try {
    const parent = dirname(join(folder, name));
    return realpathSync.native(parent) === parent && lstatSync(join(folder, name), MAY_BE_GONE) !== undefined;
  } catch {
    return false;
  }
}

/** Whether a folder has a repository, or a file that names one. A `.git` without a head is the rest of one: git takes the folder for a plain one. */
function hasRepository(folder: string, name: string): boolean {
  const git = join(name, '.git');
  if (!isPresent(folder, git)) return false;
  const path = join(folder, git);
  try {
    return lstatSync(path, MAY_BE_GONE)?.isFile() === true || lstatSync(join(path, 'HEAD'), MAY_BE_GONE) !== undefined;
  } catch {
    return true;
  }
}

/** A repository is restored as an empty folder, and so is a submodule that nobody has fetched. */
function isEmptyFolder(folder: string, name: string): boolean {
  try {
    const path = join(folder, name);
    return isPresent(folder, name) && lstatSync(path).isDirectory() && readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

const listed = (names: readonly string[]): string => names.map((name) => `${name}\0`).join('');
