import type { PermissionMode as CorePermissionMode } from '@loadout/core';
import type { PermissionUpdate as CorePermissionUpdate } from '@loadout/core/run';

/** A permission mode. `auto` asks as `default` does, because this engine has no classifier. */
export type PermissionMode = CorePermissionMode | 'auto';

export type PermissionUpdate = CorePermissionUpdate;

export type PermissionResult =
  | {
      readonly behavior: 'allow';
      /** The changed input. Absent: the original input. */
      readonly updatedInput?: Record<string, unknown> | undefined;
      readonly updatedPermissions?: PermissionUpdate[] | undefined;
      readonly toolUseID?: string | undefined;
    }
  | {
      readonly behavior: 'deny';
      readonly message: string;
      /** Also interrupts the agent. */
      readonly interrupt?: boolean | undefined;
      readonly toolUseID?: string | undefined;
    };

export interface CanUseToolContext {
  /** A signal that aborts when the answer is no longer needed. */
  readonly signal: AbortSignal;
  readonly suggestions?: PermissionUpdate[];
  readonly toolUseID: string;
  readonly requestId?: string;
  readonly blockedPath?: string;
  readonly decisionReason?: string;
  /** The cause of the question: `rule`, `hook`, `safetyCheck`, `workingDir` or `other`. Absent: the permission mode alone. */
  readonly decisionReasonType?: string;
  readonly title?: string;
  readonly displayName?: string;
  readonly description?: string;
  /** The agent that asks, if another agent started it. */
  readonly agentID?: string;
  /** If true, the program should offer no permanent permission: a rule would allow more than this call, or would not help. */
  readonly suppressAlwaysAllowRule?: boolean;
  readonly mcpServer?: { readonly name: string; readonly source?: string };
}

/** Decides a call that the rules leave open. Contract: a throw is a deny with its message (PERM-01). */
export type CanUseTool = (
  toolName: string,
  input: Record<string, unknown>,
  context: CanUseToolContext,
) => Promise<PermissionResult | null>;
