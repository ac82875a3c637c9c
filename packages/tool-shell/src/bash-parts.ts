import type { EnvironmentParts } from './run/child-env.js';
import type { SandboxParts } from './sandbox/place.js';

export const DEFAULT_TIMEOUT_MS = 120_000;

/** The parts that the plugin passes to its Bash tool. */
export interface BashParts extends EnvironmentParts, SandboxParts {
  readonly backgroundOnTimeout: boolean;
  readonly pty: boolean;
  readonly defaultTimeoutMs: number;
  /** The longest time of any command. Absent: no limit but that of the call. */
  readonly maxTimeoutMs: number | undefined;
}

export interface BashInput {
  readonly command: string;
  readonly timeout?: number | undefined;
  readonly description?: string | undefined;
  readonly run_in_background?: boolean | undefined;
}
