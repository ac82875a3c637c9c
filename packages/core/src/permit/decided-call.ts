import type { Access, PermissionMode, PermissionRule } from '../contract/permission.js';

export interface PathBase {
  /** The folder that `/x` and `x` are relative to. */
  readonly workspace: string;
  readonly home: string;
}

/** A grant of an agent to an agent that it may start: the ask rules that these allow rules override. */
export interface Lift {
  readonly asks: readonly PermissionRule[];
  readonly grants: readonly PermissionRule[];
}

/** Everything that applies while a call is decided. */
export interface PermissionLayers extends PathBase {
  readonly mode: PermissionMode;
  readonly rules: readonly PermissionRule[];
  /** The working directories. */
  readonly roots: readonly string[];
  /** The folder of stored results; reading there needs no rule (RES-06). */
  readonly artifactDir: string;
  /** The sandbox for commands. Absent: no sandbox. */
  readonly sandboxed?: { readonly autoAllow: boolean; readonly excludedCommands: readonly string[] } | undefined;
  /** Grants, for an agent that another agent started. */
  readonly lifts?: readonly Lift[] | undefined;
  /** Allow rules of the configuration that do not apply until the project is trusted. */
  readonly waiting?: readonly PermissionRule[] | undefined;
  /** If true, every ask is a deny. Set for an agent under an agent in the mode `dontAsk`, whatever its own mode is. */
  readonly neverAsks?: boolean | undefined;
  /** If true, plan mode asks about changes instead of denying them, as programs of the Agent SDKs expect (W28). */
  readonly planAsks?: boolean | undefined;
}

export interface DecidedCall extends MatchedCall {
  readonly readOnly: boolean;
  readonly openWorld: boolean;
  readonly accesses: readonly Access[];
  /** The reason for which the accesses are unknown, if the tool failed to name them. */
  readonly unclear?: string | undefined;
  /** The combined answer of the PreToolUse hooks. */
  readonly hook?:
    | { readonly behavior: 'allow' | 'ask' | 'defer' | 'deny'; readonly reason: string; readonly by: string }
    | undefined;
  /** If true, a hook that allows the call has also supplied the answers that a person would give. Source: TOOL-PLAN-03. */
  readonly answered?: boolean | undefined;
}

export interface MatchedCall {
  readonly tool: {
    readonly name: string;
    readonly aliases: readonly string[];
    readonly origin?: { readonly kind: 'base' | 'custom' | 'mcp'; readonly server?: string | undefined } | undefined;
    readonly requiresUserInteraction?: boolean | undefined;
  };
  readonly input: unknown;
}
