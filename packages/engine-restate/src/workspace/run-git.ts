import { runChild } from '@loadout/node';
import { withoutUser } from './workspace.js';

/** How git is called for one run. */
export interface GitContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** The repository that git works in. It is ours: the agent's own repository is only read as data. */
  readonly gitDir: string;
  readonly workTree: string;
}

export interface GitCall {
  readonly stdin?: string | undefined;
  /** The encoding of standard input and output. Default: UTF-8. Latin-1 keeps names that are not UTF-8. */
  readonly encoding?: 'utf8' | 'latin1' | undefined;
  /** The index to work with. Default: that of the repository. */
  readonly index?: string | undefined;
  /** The call sees no objects of the agent's repository. */
  readonly isAlone?: boolean | undefined;
  /** The call talks to the remote: it has the operator's configuration, and with it the means to log in. */
  readonly isRemote?: boolean | undefined;
}

export interface GitAnswer {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Settings with which nothing runs that a repository brings: no hook, no filter, no monitor, no other protocol. */
const QUIET = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.untrackedCache': 'false',
  'core.excludesFile': '/dev/null',
  'core.attributesFile': '/dev/null',
  'core.autocrlf': 'false',
  'core.safecrlf': 'false',
  'core.fileMode': 'true',
  'core.symlinks': 'true',
  'core.quotePath': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'submodule.recurse': 'false',
  'fetch.recurseSubmodules': 'false',
  'push.recurseSubmodules': 'no',
  'push.followTags': 'false',
  'push.gpgSign': 'false',
  'commit.gpgSign': 'false',
  'advice.addEmbeddedRepo': 'false',
  'protocol.allow': 'never',
  'protocol.https.allow': 'always',
  'protocol.http.allow': 'always',
  'protocol.ssh.allow': 'always',
  'protocol.file.allow': 'always',
} as const;

/** Variables with which an operator says how git logs in. All others of git would point it elsewhere. */
const LOGIN = /^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|SSL_\w+|PROXY_\w+|CONFIG_GLOBAL|CONFIG_SYSTEM|CONFIG_NOSYSTEM)$/;
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_MS = 15 * 60_000;

/** Runs git without a shell. Rejects if it cannot be started, does not end, or prints more than this program can hold. */
export async function runGit(args: readonly string[], context: GitContext, call: GitCall = {}): Promise<GitAnswer> {
  const limit = AbortSignal.timeout(MOST_MS);
  const { code, stdout, stderr } = await runChild({
    file: 'git',
    args,
    cwd: call.isRemote === true ? context.gitDir : context.workTree,
    env: environmentOf(context, call),
    stdin: call.stdin,
    encoding: call.encoding,
    signal: AbortSignal.any([context.signal, limit]),
    mostBytes: MOST_BYTES,
  });
  if (context.signal.aborted) throw new Error('the run has ended here');
  if (limit.aborted) throw new Error(`it took more than ${MOST_MS / 60_000} minutes`);
  if (stdout.length >= MOST_BYTES) throw new Error('it printed more than 256 MiB');
  return { code, stdout, stderr };
}

/** Returns the output of a call that must succeed. */
export async function gitText(args: readonly string[], context: GitContext, call: GitCall = {}): Promise<string> {
  const { code, stdout, stderr } = await runGit(args, context, call);
  if (code !== 0) throw new Error(reasonOf(stderr, code));
  return stdout;
}

/** The reason in the words of git, without its advice and without passwords. */
export function reasonOf(stderr: string, code: number | null): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('hint:'));
  const told = lines.slice(-4).join(' ').slice(0, 600);
  return withoutUser(told === '' ? `it ended with ${code === null ? 'a signal' : `code ${code}`}` : told);
}

function environmentOf(
  { env, gitDir, workTree }: GitContext,
  { index, isAlone, isRemote = false }: GitCall,
): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (!entry[0].startsWith('GIT_') || (isRemote && LOGIN.test(entry[0]))),
  );
  const settings = Object.entries(QUIET);
  const own: Record<string, string> = {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_DIR: gitDir,
    GIT_WORK_TREE: workTree,
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_AUTHOR_NAME: 'Loadout',
    GIT_AUTHOR_EMAIL: 'loadout@localhost',
    GIT_COMMITTER_NAME: 'Loadout',
    GIT_COMMITTER_EMAIL: 'loadout@localhost',
    GIT_CONFIG_COUNT: String(settings.length),
  };
  if (!isRemote) Object.assign(own, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });
  if (isAlone !== true) own.GIT_ALTERNATE_OBJECT_DIRECTORIES = `${workTree}/.git/objects`;
  if (index !== undefined) own.GIT_INDEX_FILE = index;
  for (const [at, [key, value]] of settings.entries())
    Object.assign(own, { [`GIT_CONFIG_KEY_${at}`]: key, [`GIT_CONFIG_VALUE_${at}`]: value });
  return own;
}
