import { readFileSync } from 'node:fs';
import util from 'node:util';
import type { Analysis } from './analyse/analyse.js';
import { errors } from './errors.js';
import type { MadeFolders } from './place/made-folders.js';
import { childEnv, RUN_TAG } from './run/child-env.js';
import type { LastFolder } from './run/last-folder.js';
import type { ProcessGuard } from './run/process-guard.js';
import type { Runtimes } from './sandbox/runtimes.js';

export const DEFAULT_TIMEOUT_MS = 120_000;

/** The parts that the plugin passes to its Bash tool. */
export interface BashParts {
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly envFile?: string | undefined;
  readonly backgroundOnTimeout: boolean;
  readonly pty: boolean;
  readonly defaultTimeoutMs: number;
  /** The longest time of any command. Absent: no limit but that of the call. */
  readonly maxTimeoutMs: number | undefined;
  readonly lastFolder: LastFolder;
  readonly guard: ProcessGuard;
  /** The folders that commands filled from elsewhere, as the session with these artifacts knows them. */
  readonly made: (artifactDir: string) => MadeFolders;
  readonly sandboxes: Runtimes;
  /** Folders that no command in a sandbox may read. Absolute. */
  readonly secretFolders: readonly string[];
}

export interface BashInput {
  readonly command: string;
  readonly timeout?: number | undefined;
  readonly description?: string | undefined;
  readonly run_in_background?: boolean | undefined;
}

export type AnalysisOf = (command: string) => Analysis | undefined;

/** The environment of one run. A run inside another Loadout keeps the tag of the outer one. */
export function runEnv(
  given: Readonly<Record<string, string>>,
  { parts, runId, prelude }: { readonly parts: BashParts; readonly runId: string; readonly prelude?: string | undefined },
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
