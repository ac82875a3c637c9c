import type { PermissionMode as CorePermissionMode, PermissionUpdate as CorePermissionUpdate } from '@loadout/core';

/** `auto` is asked about as `default` is: there is no classifier here. */
export type PermissionMode = CorePermissionMode | 'auto';

export type PermissionUpdate = CorePermissionUpdate;

export type PermissionResult =
  | {
      readonly behavior: 'allow';
      /** Absent: the input as it was asked about. */
      readonly updatedInput?: Record<string, unknown> | undefined;
      readonly updatedPermissions?: PermissionUpdate[] | undefined;
      readonly toolUseID?: string | undefined;
    }
  | {
      readonly behavior: 'deny';
      readonly message: string;
      /** Also ends what the agent is doing. */
      readonly interrupt?: boolean | undefined;
      readonly toolUseID?: string | undefined;
    };

export interface CanUseToolContext {
  /** Aborted when the answer is not wanted any more. */
  readonly signal: AbortSignal;
  readonly suggestions?: PermissionUpdate[];
  readonly toolUseID: string;
  readonly requestId?: string;
  readonly blockedPath?: string;
  readonly decisionReason?: string;
  readonly title?: string;
  readonly displayName?: string;
  readonly description?: string;
  /** The agent that asks, when it is one that another one started. */
  readonly agentID?: string;
  readonly mcpServer?: { readonly name: string; readonly source?: string };
}

/** Decides a call that the rules leave open. Contract: a throw is a deny with its message. Source: PERM-01. */
export type CanUseTool = (
  toolName: string,
  input: Record<string, unknown>,
  context: CanUseToolContext,
) => Promise<PermissionResult | null>;
