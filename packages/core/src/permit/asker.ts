import type { Position } from '../contract/errors.js';
import type { PermissionUpdate } from '../contract/permission-update.js';

/** A call that the rules leave to a person or a host. Source: PERM-01. */
export interface PermissionQuestion {
  /** The name that the model calls; `mcp__server__tool` for a tool of an MCP server (PERM-02). */
  readonly toolName: string;
  /** The key of the MCP server that provides the tool. */
  readonly server?: string | undefined;
  readonly toolUseId: string;
  readonly agentId: string;
  /** The name of the subagent that asks. Absent: the agent of the run asks. */
  readonly agentName?: string | undefined;
  /** If true, nothing waits for an answer that comes later: `defer` ends the agent that asks, and not the run. */
  readonly answerNow?: boolean | undefined;
  /** A private copy of the input that will run. */
  readonly input: unknown;
  /** The input as it was written, without the defaults of the tool's schema. The Agent SDK's `canUseTool` gets this input. */
  readonly written: unknown;
  /** The fields of the input that are `false`, as the tool's schema has them by default. A person need not read them. */
  readonly off?: readonly string[] | undefined;
  /** The argument list, or the shell text with its values, of a command that the configuration declares: a line each. */
  readonly runs?: readonly string[] | undefined;
  /** If true, the tool declares that this call changes nothing. */
  readonly readOnly: boolean;
  /** The reason for which the rules did not decide the call: the `decisionReason` of the Agent SDK. */
  readonly reason: string;
  /** The cause of the question: an ask rule, a hook, a call that is always asked about, plan mode, or any other permission mode. */
  readonly cause: 'rule' | 'hook' | 'safetyCheck' | 'plan' | 'mode';
  /** The words of the hook that asks. Absent: no hook asks. */
  readonly hookReason?: string | undefined;
  /** The rule that asks, and its place in the configuration. Absent: no rule asks. */
  readonly rule?: { readonly text: string; readonly position?: Position | undefined } | undefined;
  /** True if `blockedPath` is outside the working directories. */
  readonly isOutside?: boolean | undefined;
  /** The path that was not allowed, if a path was the reason. */
  readonly blockedPath?: string | undefined;
  /**
   * Changes that would allow such calls from now on. The chosen changes come back as `updatedPermissions`. Empty if no rule would
   * help.
   */
  readonly suggestions: readonly PermissionUpdate[];
  readonly signal: AbortSignal;
}

export type PermissionAnswer =
  | {
      readonly behavior: 'allow';
      readonly updatedInput?: unknown;
      readonly updatedPermissions?: readonly PermissionUpdate[] | undefined;
    }
  | { readonly behavior: 'deny'; readonly message: string; readonly interrupt?: boolean }
  /** The answer comes later. The run ends with the outcome `deferred`, and the resumed session asks about the call again. */
  | { readonly behavior: 'defer'; readonly reason: string };

/**
 * Asks a person or a host. Called only when the rules say `ask`. Contract: a throw is a deny with the error's message.
 * `updatedInput` is parsed and decided again; without it the input runs as shown. `updatedPermissions` that cannot be applied are
 * a deny too.
 */
export type Asker = (question: PermissionQuestion) => PermissionAnswer | Promise<PermissionAnswer>;
