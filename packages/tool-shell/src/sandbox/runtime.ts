export type RuntimeModule = typeof import('@anthropic-ai/sandbox-runtime');
export type Manager = RuntimeModule['SandboxManager'];

/** Something that wraps commands under one set of network rules. */
export interface Runtime {
  readonly manager: Manager;
  /** Absolute. */
  readonly bash: string;
  /** Absolute. */
  readonly bwrap: string;
  /** Where its own programs lie: they must be readable whatever a plan keeps from being read. */
  readonly folder: string;
}
