import { execFileSync } from 'node:child_process';
import { errors } from '../errors.js';
import type { Env } from './places.js';

const MOST_BYTES = 256 * 1024 * 1024;
const TIMEOUT = 300_000;

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
}

/** Runs git without hooks, filters, prompts and settings of this machine. Throws PLUGIN_GIT. */
export function runGit(args: readonly string[], { dir, url, input, env }: GitCall): Buffer {
  const own = Object.fromEntries(PASSED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  const closed = {
    ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_ATTR_NOSYSTEM: '1', GIT_NO_REPLACE_OBJECTS: '1' },
    ...{ GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '/bin/false', SSH_ASKPASS: '/bin/false', GIT_LFS_SKIP_SMUDGE: '1' },
    GIT_SSH_COMMAND: 'ssh -oBatchMode=yes',
    GIT_ALLOW_PROTOCOL: url?.startsWith('file:') === true ? 'file' : 'https:ssh',
  };
  const settings = CLOSED.flatMap((one) => ['-c', one]);
  const where = dir === undefined ? [] : ['--git-dir', dir];
  try {
    return execFileSync('git', [...settings, ...where, ...args], {
      ...{ env: { ...own, ...closed }, maxBuffer: MOST_BYTES, timeout: TIMEOUT, stdio: ['pipe', 'pipe', 'pipe'] },
      input: input ?? '',
    });
  } catch (cause) {
    throw errors.PLUGIN_GIT({ command: args[0] ?? '', from: url, problem: saidBy(cause) }, { cause });
  }
}

function saidBy(cause: unknown): string {
  const { stderr, code } = cause as { stderr?: Buffer; code?: string };
  if (code === 'ENOENT') return 'git is not installed';
  const lines = (stderr?.toString('utf8') ?? '').split('\n').filter((line) => line.trim() !== '');
  return (lines.at(-1) ?? String(cause)).replace(/\.$/, '').slice(0, 300);
}
