export type RuntimeModule = typeof import('@anthropic-ai/sandbox-runtime');
export type Manager = RuntimeModule['SandboxManager'];
export type RuntimeConfig = Parameters<Manager['initialize']>[0];

/** How a system keeps commands in: by bubblewrap on Linux, by Seatbelt on macOS. Sandbox-runtime speaks to both. */
export interface Confinement {
  readonly name: string;
  /** The shell inside. An absolute path. */
  readonly bash: string;
  /** The system's part of the configuration of sandbox-runtime. */
  readonly config: Pick<RuntimeConfig, 'bwrapPath' | 'socatPath'>;
  /** The doors on this machine that the system can leave open. */
  readonly network: Pick<RuntimeConfig['network'], 'allowUnixSockets' | 'allowLocalBinding'>;
  /** Returns a path as the system compares it. */
  placeOf(path: string): string;
  /** Turns the command line of sandbox-runtime into the one that is run. */
  enter(wrapped: string): string;
}

/** One instance of sandbox-runtime, which wraps commands under one set of network rules. */
export interface Runtime {
  readonly manager: Manager;
  readonly confinement: Confinement;
  /** The folder of the package's own programs. They must stay readable, whatever a plan forbids to read. */
  readonly folder: string;
}
