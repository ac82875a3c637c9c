import type { ToolContext } from '@loadout/core';
import type { SandboxPlan } from '@loadout/core/run';
import type { EnvironmentParts } from '../run/child-env.js';
import type { LastFolder } from '../run/last-folder.js';
import type { RunningShell, ShellStart } from '../run/running-shell.js';
import type { Runtimes } from './runtimes.js';

/** The plugin's parts of a sandbox. */
export interface SandboxParts extends Pick<EnvironmentParts, 'envFile'> {
  readonly lastFolder: LastFolder;
  readonly sandboxes: Runtimes;
  /** Folders that no command in a sandbox may read. Absolute. */
  readonly secretFolders: readonly string[];
}

/** The surroundings of a command that enters its agent's sandbox. */
export interface Outside {
  readonly parts: SandboxParts;
  readonly context: ToolContext;
  readonly env: Readonly<Record<string, string>>;
  readonly plan: SandboxPlan;
}

/** The place in which a command runs when its agent has a sandbox. */
export interface Place {
  /** The differences from a start outside. */
  readonly start: Partial<ShellStart>;
  started?(shell: Pick<RunningShell, 'stop'>): void;
  /** Called when the command has ended, or could not be started. Returns the notices about the command. */
  leave(): readonly string[];
  readonly notice?: string | undefined;
}
