import type { HookRound } from '../contract/hook/round.js';
import type { Access, PermissionBehavior, PermissionMode, PermissionRule } from '../contract/permission.js';

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
  readonly hook?: HookRound['verdict'];
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

/** One step of a decision, for `loadout explain`. */
export interface DecisionStep {
  readonly what: string;
  readonly outcome: PermissionBehavior | 'defer' | 'no match';
  readonly rule?: PermissionRule | undefined;
}

/** A word of a command that may name a file, so that a rule about files applies. */
export interface DecidedWord {
  readonly word: string;
  readonly path: string;
  readonly command: string;
}

export interface PermissionDecision {
  readonly behavior: PermissionBehavior;
  /** Nobody is asked now: the run ends, and the call is decided when the run is resumed. Only with `ask`. */
  readonly deferred?: true | undefined;
  /** The reason in one sentence that names the tool and, if a rule decided, the rule with file and line. */
  readonly reason: string;
  /** The cause of a question, without the tool's name: `no rule allows it`. Absent: no question was to be asked. */
  readonly why?: string | undefined;
  /** The change that would allow the call. Absent if the call is allowed. */
  readonly fix?: string | undefined;
  readonly rule?: PermissionRule | undefined;
  /** The hook or the person that decided. Absent: a rule or the mode decided. */
  readonly by?: 'hook' | 'person' | undefined;
  /** For a call that a person allowed: the rules that would have made the question needless. Absent: no rule would. */
  readonly spared?: readonly string[] | undefined;
  /** The word of a command by which the rule decided, if there is one. */
  readonly named?: DecidedWord | undefined;
  readonly trace: readonly DecisionStep[];
}
