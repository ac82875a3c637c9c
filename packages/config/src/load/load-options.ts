import type { LoadoutError, Plan, Position } from '@loadout/core';
import type { ClaudeOptions, LoadedClaude } from '../claude/claude-options.js';
import type { IdleSecret } from '../interpolate/idle-secrets.js';
import type { LockMount } from '../lock/lock-mounts.js';
import type { Diagnostic } from '../report.js';
import type { LookedAt } from '../trust/looked.js';
import type { TrustOptions, TrustVerdict } from '../trust/verdict.js';

export interface LoadOptions {
  readonly cwd: string;
  /**
   * A configuration in place of a file: none is looked for, `cwd` is its folder and the workspace. It is taken as it is: `${…}`
   * means nothing in it, instructions are written out, and what it refers to is not checked.
   */
  readonly document?: Readonly<Record<string, unknown>> | undefined;
  /** Files of Claude Code in `cwd` and in the home folder, which stand below the configuration. Absent: none. */
  readonly claude?: ClaudeOptions | undefined;
  /** Default: LOADOUT_CONFIG, else the nearest agent.config.* in `cwd` or above. */
  readonly file?: string | undefined;
  readonly profile?: string | undefined;
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** The agent that will run: only its required params must be given. One that is not declared counts as none. Default: those of every agent. */
  readonly agent?: string | undefined;
  /** Nothing will run: `${param:NAME}` without a value stays as it is written. Default `false`. */
  readonly keepParams?: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A document of the same shape, merged last, from the flags of a command. */
  readonly overrides?: Readonly<Record<string, unknown>> | undefined;
  /** Default: `$XDG_CONFIG_HOME/loadout/settings.yaml`, else `~/.config/loadout/settings.yaml`. Need not exist. */
  readonly userFile?: string | undefined;
  /** Default: `/etc/loadout/settings.yaml`. Need not exist. */
  readonly managedFile?: string | undefined;
  /** Folders beside that of the file in whose `node_modules` packages are looked for. Default: this package's own folder. */
  readonly packageRoots?: readonly string[] | undefined;
  /**
   * Where it stands what this user trusts. With it, what the project's files would let act is left out of the plan unless it
   * is trusted (CFG-10). Absent: the caller vouches for the files, as a program does for its own.
   */
  readonly trust?: TrustOptions | undefined;
}

export interface LoadedConfig {
  readonly plan: Plan;
  readonly warnings: readonly Diagnostic[];
  /** All files that were read for it, absolute: configuration and instructions. */
  readonly files: readonly string[];
  /**
   * What trust meant for the file, or for Claude Code's files where a document is in its place. Absent when the caller asked for no
   * judgement, and where there is nothing to judge.
   */
  readonly trust?: TrustVerdict | undefined;
  /** All that the verdict was made of beside `files`, for a cache: it holds while all of that is as it was. */
  readonly looked: LookedAt;
  /** The secrets of the plan that nothing else in the plan uses, with their sources. */
  readonly idleSecrets: readonly IdleSecret[];
  /** What was read of Claude Code's files; absent when nobody asked for them. */
  readonly claude?: LoadedClaude | undefined;
  /** Its plugins and providers, also those that wait for trust and are not in the plan. */
  readonly mounts: readonly LockMount[];
  /** The merged document with secrets masked. */
  readonly resolved: unknown;
  /** Where each value of `resolved` stands, by dotted path. Values of flags are absent. */
  readonly origins: Readonly<Record<string, Position>>;
}

/** What `loadConfig` throws. */
export type ConfigError = LoadoutError & { readonly problems: readonly Diagnostic[] };
