import type { RunningShell, ShellStart } from '../run/running-shell.js';

/** The place in which a command runs when its agent has a sandbox. */
export interface Place {
  /** The differences from a start outside. */
  readonly start: Partial<ShellStart>;
  started?(shell: Pick<RunningShell, 'stop'>): void;
  /** Called when the command has ended, or could not be started. Returns the notices about the command. */
  leave(): readonly string[];
  readonly notice?: string | undefined;
}
