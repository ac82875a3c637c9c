import { join } from 'node:path';
import { errors } from '../errors.js';
import { type GitContext, gitText, runGit } from './run-git.js';

/** The most bytes of one file, and of the new files of one step. */
export const MOST_FILE = 50 * 1024 * 1024;
const MOST_STEP = 500 * 1024 * 1024;
/** The bytes that are looked through for secrets at once. */
const AT_ONCE = 16 * 1024 * 1024;

export interface Checking {
  readonly context: GitContext;
  /** Commits that the remote has. */
  readonly known: readonly string[];
  readonly hide: ((text: string) => string) | undefined;
}

interface NewObject {
  readonly sha: string;
  readonly type: string;
  readonly file: string;
  readonly bytes: number;
}

/** Looks at everything that a push would send, before it is sent. Returns the names of all objects. Throws ENGINE_WORKSPACE_LARGE, ENGINE_WORKSPACE_SECRET. */
export async function checkNew(commit: string, { context, known, hide }: Checking): Promise<readonly string[]> {
  const found = await newObjects(commit, { context, known });
  const contents = found.filter(({ type }) => type !== 'tree');
  const total = contents.reduce((sum, { bytes }) => sum + bytes, 0);
  const large = contents.find(({ bytes }) => bytes > MOST_FILE);
  if (large !== undefined) throw errors.ENGINE_WORKSPACE_LARGE({ file: large.file, bytes: large.bytes, limit: MOST_FILE });
  if (total > MOST_STEP) throw errors.ENGINE_WORKSPACE_LARGE({ file: 'everything new together', bytes: total, limit: MOST_STEP });
  if (hide !== undefined) await checkSecrets(found, { context, hide });
  return found.map(({ sha }) => sha);
}

/**
 * Copies objects that only the agent's repository has. The agent may prune them, or remove its repository, and the commits of later
 * steps still need them.
 */
export async function keepObjects(shas: readonly string[], context: GitContext): Promise<void> {
  const answers = await gitText(['cat-file', '--batch-check'], context, { stdin: lines(shas), isAlone: true });
  const missing = answers.split('\n').flatMap((line) => (line.endsWith(' missing') ? [line.slice(0, line.indexOf(' '))] : []));
  const pack = join(context.gitDir, 'objects/pack/pack');
  if (missing.length > 0) await gitText(['pack-objects', '--quiet', pack], context, { stdin: lines(missing) });
}

const lines = (shas: readonly string[]): string => shas.map((sha) => `${sha}\n`).join('');

/** Lists the objects that only this commit brings. A tree has the names of files, also of those whose contents are not new. */
async function newObjects(commit: string, { context, known }: Omit<Checking, 'hide'>) {
  const listed = await gitText(['rev-list', '--objects', commit, ...known.map((one) => `^${one}`)], context);
  const names = new Map<string, string>();
  for (const line of listed.split('\n')) if (line !== '') names.set(line.split(' ')[0] ?? '', line.slice(line.indexOf(' ') + 1));
  const sizes = await gitText(['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)'], context, {
    stdin: lines([...names.keys()]),
  });
  return sizes.split('\n').flatMap((line): readonly NewObject[] => {
    const [sha = '', type = '', size] = line.split(' ');
    if (size === undefined) return [];
    return [{ sha, type, file: names.get(sha) || sha, bytes: Number(size) }];
  });
}

type Looking = Required<Pick<Checking, 'context' | 'hide'>>;

async function checkSecrets(found: readonly NewObject[], { context, hide = same }: Looking): Promise<void> {
  const named = found.find(({ file }) => hide(file) !== file);
  if (named !== undefined) throw errors.ENGINE_WORKSPACE_SECRET({ file: hide(named.file) });
  let batch: NewObject[] = [];
  let bytes = 0;
  for (const one of found) {
    batch.push(one);
    bytes += one.bytes;
    if (bytes < AT_ONCE) continue;
    await checkBatch(batch, { context, hide });
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) await checkBatch(batch, { context, hide });
}

const same = (text: string): string => text;

/** Looks at many contents at once, and at each of them only if there is something to find. */
async function checkBatch(batch: readonly NewObject[], { context, hide = same }: Looking): Promise<void> {
  const all = await gitText(['cat-file', '--batch'], context, { stdin: lines(batch.map(({ sha }) => sha)) });
  if (hide(all) === all) return;
  for (const { sha, file } of batch) {
    const { stdout } = await runGit(['cat-file', '-p', sha], context);
    if (hide(stdout) !== stdout) throw errors.ENGINE_WORKSPACE_SECRET({ file });
  }
}
