import { existsSync } from 'node:fs';
import { runChild, timeLimit } from '@loadout/node';
import { errors } from '../errors.js';

/** How git is called for one piece of work. */
export interface GitContext {
  /** The complete environment of git. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timeoutSeconds: number;
}

export interface GitCall {
  readonly cwd: string;
  /** For messages: `git could not <doing>`. */
  readonly doing: string;
  /** Codes beside 0 that are an answer and no failure. */
  readonly answers?: readonly number[] | undefined;
  /** Configuration over that of the repository. */
  readonly config?: Readonly<Record<string, string>> | undefined;
}

export interface GitAnswer {
  readonly code: number;
  readonly stdout: string;
}

const MAX_OUTPUT = 4 * 1024 * 1024;

/** A repository may bring programs in its configuration: none of them runs, and nothing is fetched. */
const QUIET: Readonly<Record<string, string>> = {
  'core.hooksPath': '/dev/null',

  'core.fsmonitor': 'false',
  'submodule.recurse': 'false',
};

/** Runs git without a shell, in a process group of its own that goes with the signal and after the time limit. Throws GIT_*. */
export async function runGit(
  args: readonly string[],
  { call, context }: { call: GitCall; context: GitContext },
): Promise<GitAnswer> {
  const { doing, answers = [] } = call;
  const limit = timeLimit(context.timeoutSeconds * 1000);
  const signal = AbortSignal.any([context.signal, limit]);
  const request = { file: 'git', args, cwd: call.cwd, env: environment(call, context.env), signal, mostBytes: MAX_OUTPUT };
  const { code, stdout, stderr } = await runChild(request).catch((error: NodeJS.ErrnoException) => {
    throw notStarted(error, call);
  });
  if (context.signal.aborted) throw errors.GIT_STOPPED({ doing, why: 'the call was cancelled' });
  if (limit.aborted) throw errors.GIT_STOPPED({ doing, why: `it took more than ${context.timeoutSeconds} s` });
  if (code === 0 || (code !== null && answers.includes(code))) return { code, stdout };
  throw errors.GIT_FAILED({ doing, reason: reasonOf(stderr) ?? `it ended with ${code === null ? 'a signal' : `code ${code}`}` });
}

/** Configuration goes through the environment, where a name may hold any character. */
function environment({ config = {} }: GitCall, env: GitContext['env']): Record<string, string> {
  const entries = Object.entries({ ...QUIET, ...config });
  return {
    ...env,
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_ALLOW_PROTOCOL: '',
    GIT_CONFIG_COUNT: String(entries.length),
    ...Object.fromEntries(
      entries.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

/** A folder that is not there and a program that is not there look the same. */
function notStarted(error: NodeJS.ErrnoException, { cwd, doing }: GitCall): Error {
  if (!existsSync(cwd)) return errors.GIT_FAILED({ doing, reason: `the folder ${cwd} does not exist` }, { cause: error });
  if (error.code === 'ENOENT') return errors.GIT_MISSING({}, { cause: error });
  return errors.GIT_FAILED({ doing, reason: error.message }, { cause: error });
}

/** The error message of git, without its advice. */
function reasonOf(stderr: string): string | undefined {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const wrong = lines.filter((line) => /^(?:fatal|error): /.test(line)).map((line) => line.replace(/^(?:fatal|error): /, ''));
  return (wrong.length > 0 ? wrong : lines.slice(-3)).join(' ').slice(0, 1000) || undefined;
}
