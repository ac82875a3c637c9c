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
