import type { LoadoutError, Position } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import type { Diagnostic } from '../document/report.js';
import type { ClaudeOptions, LoadedClaude } from '../foreign/claude-options.js';
import type { IdleSecret } from '../interpolate/idle-secrets.js';
import type { LockMount } from '../packages/lock-mounts.js';
import type { TrustOptions, TrustVerdict } from '../trust/verdict.js';
import type { PathStates } from '../trust/watched-paths.js';

export interface LoadOptions {
  readonly cwd: string;
  /**
   * A configuration that replaces the file. No file is searched for; `cwd` is its folder and the workspace. The document is used
   * unchanged: `${…}` has no meaning, instructions are written out, and references are not checked.
   */
  readonly document?: Readonly<Record<string, unknown>> | undefined;
  /** Files of Claude Code in `cwd` and in the home folder, as layers below the configuration. Absent: none. */
  readonly claude?: ClaudeOptions | undefined;
  /** The file to read. Default: LOADOUT_CONFIG, else the nearest agent.config.* in `cwd`, above it, or in their `.config`. */
  readonly file?: string | undefined;
  readonly profile?: string | undefined;
  readonly params?: Readonly<Record<string, string>> | undefined;
  /**
   * The agent that will run: only its required params must be given. An undeclared name counts as no agent. Default: the params
   * of every agent must be given.
   */
  readonly agent?: string | undefined;
  /** Set if nothing will run: `${param:NAME}` without a value stays as written. Default `false`. */
  readonly keepParams?: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A document of the same shape, merged last, from the flags of a command. */
  readonly overrides?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The user's settings. Default: `$XDG_CONFIG_HOME/loadout/settings.yaml`, else `~/.config/loadout/settings.yaml`. Need not
   * exist.
   */
  readonly userFile?: string | undefined;
  /** The administrator's settings. Default: `/etc/loadout/settings.yaml`. Need not exist. */
  readonly managedFile?: string | undefined;
  /**
   * Folders whose `node_modules` are searched for packages, in addition to the file's folder. Default: this package's own folder.
   */
  readonly packageRoots?: readonly string[] | undefined;
  /**
   * The record of what this user trusts. With a record, the parts of the project's files that act are left out of the plan unless
   * they are trusted (CFG-10). Absent: the caller vouches for the files, as a program does for its own.
   */
  readonly trust?: TrustOptions | undefined;
}

export interface LoadedConfig {
  readonly plan: Plan;
  readonly warnings: readonly Diagnostic[];
  /** All files that were read, as absolute paths: configuration and instructions. */
  readonly files: readonly string[];
  /**
   * The verdict on the file, or on Claude Code's files if a document replaces the file. Absent when the caller requested no
   * verdict, and when there is nothing to judge.
   */
  readonly trust?: TrustVerdict | undefined;
  /**
   * The state, when it was read, of each path that the plan and the verdict depend on. A cache may use both as long as all of it is unchanged.
   */
  readonly watched: PathStates;
  /** The variables that the configuration refers to. */
  readonly variables: readonly string[];
  /** Whether the plan depends on files or commands that `files` does not list, such as those of a folder of skills. */
  readonly dependsOnMore: boolean;
  /** The secrets of the plan that no other part of the plan uses, with their sources. */
  readonly idleSecrets: readonly IdleSecret[];
  /** The result of reading Claude Code's files. Absent when the caller did not request them. */
  readonly claude?: LoadedClaude | undefined;
  /** The plugins and providers, including those that wait for trust and are not in the plan. */
  readonly mounts: readonly LockMount[];
  /** The merged document with secrets masked. */
  readonly resolved: unknown;
  /** The position of each value of `resolved`, by dotted path. Values of flags are absent. */
  readonly origins: Readonly<Record<string, Position>>;
}

/** The error that `loadConfig` throws. */
export type ConfigError = LoadoutError & { readonly problems: readonly Diagnostic[] };
