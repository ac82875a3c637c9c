import { type ChildExit, runChild, timeLimit } from '@loadout/node';
import { errors } from '../errors.js';
import type { Env } from './places.js';

const MOST_BYTES = 256 * 1024 * 1024;
const PATIENCE_MS = 300_000;
/** The folder of git, so that it reads no settings of a repository around the working folder, which may name a program. */
const NO_REPOSITORY = '/';

/** Settings that let git run no program and read no file but those of the repository that is fetched. */
const CLOSED = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.attributesFile=/dev/null',
  'gc.auto=0',
  'maintenance.auto=false',
];

/** The variables that git and ssh need to reach a server. All others, and all settings of this machine, stay out. */
const PASSED = [
  'PATH',
  'HOME',
  'SSH_AUTH_SOCK',
  'http_proxy',
  'https_proxy',
  'HTTPS_PROXY',
  'no_proxy',
  'NO_PROXY',
  'SSL_CERT_FILE',
];

export interface GitCall {
  /** The repository on this machine. */
  readonly dir?: string | undefined;
  /** The address of the server. Only its kind of connection is open. */
  readonly url?: string | undefined;
  readonly input?: string | undefined;
  readonly env: Env;
  /** Ends git, and the ssh that it started. Default: a limit of time. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs git without hooks, filters, prompts and settings of this machine. Throws PLUGIN_GIT. */
export async function runGit(args: readonly string[], { dir, url, input, env, signal }: GitCall): Promise<Buffer> {
  const own = Object.fromEntries(PASSED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  const closed = {
    ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_ATTR_NOSYSTEM: '1', GIT_NO_REPLACE_OBJECTS: '1' },
    ...{ GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '/bin/false', SSH_ASKPASS: '/bin/false', GIT_LFS_SKIP_SMUDGE: '1' },
    GIT_SSH_COMMAND: 'ssh -oBatchMode=yes',
    GIT_ALLOW_PROTOCOL: url?.startsWith('file:') === true ? 'file' : 'https:ssh',
  };
  const settings = CLOSED.flatMap((one) => ['-c', one]);
  const where = dir === undefined ? [] : ['--git-dir', dir];
  const refuse = (problem: string, cause?: unknown) =>
    errors.PLUGIN_GIT({ command: args[0] ?? '', from: url, problem }, cause === undefined ? {} : { cause });
  const exit = await runChild({
    ...{ file: 'git', args: [...settings, ...where, ...args], cwd: NO_REPOSITORY, env: { ...own, ...closed } },
    ...{ stdin: input ?? '', encoding: 'latin1', mostBytes: MOST_BYTES, signal: signal ?? timeLimit(PATIENCE_MS) },
  }).catch((cause: NodeJS.ErrnoException) => {
    throw refuse(cause.code === 'ENOENT' ? 'git is not installed' : cause.message, cause);
  });
  if (exit.code !== 0) throw refuse(saidBy(exit));
  if (exit.stdout.length === MOST_BYTES) throw refuse(`it prints more than ${MOST_BYTES} bytes`);
  return Buffer.from(exit.stdout, 'latin1');
}

function saidBy({ code, stderr }: ChildExit): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const [last = code === null ? 'it took too long, or was ended' : `it ended with code ${code}`] = lines.slice(-1);
  return last.replace(/\.$/, '').slice(0, 300);
}
