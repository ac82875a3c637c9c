export interface PermissionQuestion {
  readonly toolName: string;
  readonly toolUseId: string;
  readonly agentId: string;
  /** A private copy of the input that will run. */
  readonly input: unknown;
  readonly reason: string;
  readonly signal: AbortSignal;
}

export type PermissionAnswer =
  | { readonly behavior: 'allow'; readonly updatedInput?: unknown }
  | { readonly behavior: 'deny'; readonly message: string; readonly interrupt?: boolean };

/**
 * Asks a person or a host. Called only when the rules say `ask`.
 * Contract: a throw is a deny with the error's message. `updatedInput` is parsed and decided upon again.
 */
export type Asker = (question: PermissionQuestion) => PermissionAnswer | Promise<PermissionAnswer>;
