import { readFileSync } from 'node:fs';
import util from 'node:util';
import { commandEnv } from '@loadout/shell-rules';
import { errors } from '../errors.js';
import { type ProcessGuard, RUN_TAG } from './process-guard.js';

type Variables = Readonly<Record<string, string>>;

export interface ChildEnvOptions {
  /** The plugin's own variables, which override the given ones. */
  readonly env: Variables;
  /** Parts of the tag, from the outermost on. The last is the run's own id. */
  readonly tag: readonly string[];
  /** The file that bash reads before the command. */
  readonly prelude?: string | undefined;
}

/**
 * The environment of one command. A run inside another run keeps the outer ids before its own, so that the outer run finds the
 * processes too.
 */
export const childEnv = (given: Variables, { env, tag, prelude }: ChildEnvOptions): Record<string, string> => ({
  ...commandEnv({ ...given, ...env }),
  [RUN_TAG]: tag.join(':'),
  ...(prelude === undefined ? {} : { BASH_ENV: prelude }),
});

/** The plugin's parts of the environment of its commands. */
export interface EnvironmentParts {
  readonly env: Variables;
  /** Absolute. */
  readonly envFile?: string | undefined;
  readonly guard: ProcessGuard;
}

/** The environment of one run. A run inside another Loadout keeps the tag of the outer one. */
export function runEnv(
  given: Variables,
  { parts, runId, prelude }: { readonly parts: EnvironmentParts; readonly runId: string; readonly prelude?: string | undefined },
): Record<string, string> {
  const outer = given[RUN_TAG];
  const tag = [...(outer === undefined ? [] : [outer]), parts.guard.tag, runId];
  const env = { ...(parts.envFile === undefined ? {} : readEnvFile(parts.envFile)), ...parts.env };
  return childEnv(given, { env, tag, prelude });
}

/**
 * Reads the file again for each command, so that a hook or a person can change the environment of the next one. HOME is ignored,
 * because the target of `~` must be known when a command is decided.
 */
function readEnvFile(path: string): Record<string, string> {
  try {
    const { HOME: _, ...variables } = util.parseEnv(readFileSync(path, 'utf8')) as Record<string, string>;
    return variables;
  } catch (cause) {
    throw errors.SHELL_ENV_FILE({ path, reason: (cause as Error).message }, { cause });
  }
}
