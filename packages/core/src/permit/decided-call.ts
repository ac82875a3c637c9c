import type { Access, PermissionMode, PermissionRule } from '../contract/permission.js';

export interface PathBase {
  /** The folder that `/x` and `x` are relative to. */
  readonly workspace: string;
  readonly home: string;
}

/** A grant of an agent to an agent that it may start: the ask rules of the former that these allow rules answer. */
export interface Lift {
  readonly asks: readonly PermissionRule[];
  readonly grants: readonly PermissionRule[];
}

/** Everything in force while a call is decided. */
export interface PermissionLayers extends PathBase {
  readonly mode: PermissionMode;
  readonly rules: readonly PermissionRule[];
  /** The working directories. */
  readonly roots: readonly string[];
  /** Spilled results; reading there needs no rule (RES-06). */
  readonly artifactDir: string;
  /** How far commands are kept in. Absent: not at all. */
  readonly sandboxed?: { readonly autoAllow: boolean; readonly excludedCommands: readonly string[] } | undefined;
  /** For an agent that another one started. */
  readonly lifts?: readonly Lift[] | undefined;
  /** Allow rules that stand in the configuration and do not hold before somebody trusts it. */
  readonly waiting?: readonly PermissionRule[] | undefined;
  /** For an agent under one in the mode `dontAsk`, whatever its own mode is: every ask is a deny. */
  readonly neverAsks?: boolean | undefined;
}

export interface DecidedCall extends MatchedCall {
  readonly readOnly: boolean;
  readonly openWorld: boolean;
  readonly accesses: readonly Access[];
  /** Why the accesses could not be told, when the tool failed to. */
  readonly unclear?: string | undefined;
  /** The combined answer of the PreToolUse hooks. */
  readonly hook?:
    | { readonly behavior: 'allow' | 'ask' | 'defer' | 'deny'; readonly reason: string; readonly by: string }
    | undefined;
  /** A hook that allows it has also put in what a person would have answered. Source: TOOL-PLAN-03. */
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
