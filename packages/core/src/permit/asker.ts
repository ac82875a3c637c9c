import type { PermissionUpdate } from '../contract/permission-update.js';

/** A call that only somebody else can decide. Source: PERM-01. */
export interface PermissionQuestion {
  /** As the model calls it; `mcp__server__tool` for a tool of an MCP server (PERM-02). */
  readonly toolName: string;
  /** The key of the MCP server whose tool it is. */
  readonly server?: string | undefined;
  readonly toolUseId: string;
  readonly agentId: string;
  /** A private copy of the input that will run. */
  readonly input: unknown;
  /** The input as it was written, without the defaults of the tool's schema: the input that the Agent SDK's `canUseTool` gets. */
  readonly written: unknown;
  /** The tool says that this call changes nothing. */
  readonly readOnly: boolean;
  /** Why the rules did not decide it: the `decisionReason` of the Agent SDK. */
  readonly reason: string;
  /** The path that did not pass, where it was a path. */
  readonly blockedPath?: string | undefined;
  /** Changes that would let such calls pass from now on; the chosen ones come back as `updatedPermissions`. Empty where no rule would help. */
  readonly suggestions: readonly PermissionUpdate[];
  readonly signal: AbortSignal;
}

export type PermissionAnswer =
  | {
      readonly behavior: 'allow';
      readonly updatedInput?: unknown;
      readonly updatedPermissions?: readonly PermissionUpdate[] | undefined;
    }
  | { readonly behavior: 'deny'; readonly message: string; readonly interrupt?: boolean };

/**
 * Asks a person or a host. Called only when the rules say `ask`.
 * Contract: a throw is a deny with the error's message. `updatedInput` is parsed and decided upon again; without it the
 * input runs as it was asked about. `updatedPermissions` that cannot be made are a deny too.
 */
export type Asker = (question: PermissionQuestion) => PermissionAnswer | Promise<PermissionAnswer>;
