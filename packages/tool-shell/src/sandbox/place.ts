import type { RunningShell, ShellStart } from '../run/running-shell.js';

/** Where a command runs when its agent has a sandbox. */
export interface Place {
  /** What differs from a start outside. */
  readonly start: Partial<ShellStart>;
  started?(shell: Pick<RunningShell, 'stop'>): void;
  /** Called once the command has ended, or could not be started. Returns what must be known of what it did. */
  leave(): readonly string[];
  readonly notice?: string | undefined;
}
