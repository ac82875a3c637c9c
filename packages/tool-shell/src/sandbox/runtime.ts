export type RuntimeModule = typeof import('@anthropic-ai/sandbox-runtime');
export type Manager = RuntimeModule['SandboxManager'];

/** One instance of sandbox-runtime, which wraps commands under one set of network rules. */
export interface Runtime {
  readonly manager: Manager;
  /** An absolute path. */
  readonly bash: string;
  /** An absolute path. */
  readonly bwrap: string;
  /** The folder of the package's own programs. They must stay readable, whatever a plan forbids to read. */
  readonly folder: string;
}
