import type { HookRound } from '../contract/hook/round.js';
import type { ToolResultBlock } from '../contract/model/message.js';
import type { PermissionRule } from '../contract/permission.js';
import type { ToolContext } from '../contract/tool.js';
import type { ContentBlock, ToolResult } from '../contract/tool-result.js';
import type { DecidedCall, PermissionDecision } from '../permit/decided-call.js';
import type { PoolTool } from '../pool/assemble.js';

/**
 * A call as the model requests it. A call gains a field per stage, and each stage takes exactly the state before it, so that
 * skipping a stage does not compile.
 */
export interface RequestedCall {
  readonly id: string;
  /** The name as the model wrote it; may be an alias. */
  readonly name: string;
  readonly input: unknown;
  /** The raw input, if it is not JSON. */
  readonly malformed?: string | undefined;
  /** The reason for which the input was dropped, if it exceeds the bounds. `input` is then empty. */
  readonly excess?: string | undefined;
}

export interface ResolvedCall extends RequestedCall {
  readonly tool: PoolTool;
  readonly context: ToolContext;
}

export interface ParsedCall extends ResolvedCall {
  /**
   * `input` is the schema's output with defaults filled in, which the tool gets. `written` is the input before parsing, with
   * whole paths.
   */
  readonly parsed: { readonly input: unknown; readonly written: unknown };
}

export interface HookedCall extends ParsedCall {
  readonly hooked: HookRound;
}

export interface PermittedCall extends HookedCall {
  readonly permission: PermissionDecision & { readonly behavior: 'allow' };
  /** The call as the rules saw it, with everything that it may touch. */
  readonly subject: DecidedCall;
}

export interface ExecutedCall extends PermittedCall {
  readonly output: RawOutput;
  readonly durationMs: number;
}

export interface CheckedCall extends ExecutedCall {
  readonly checked: true;
}

export interface FollowedCall extends CheckedCall {
  readonly followed: HookRound;
}

/** The state `Reached`, without the fields that later stages add. */
type Until<Reached> = Reached & { readonly [K in Exclude<keyof FollowedCall, keyof Reached>]?: undefined };

/** A call that stopped early, by the stage that it reached. */
export type StoppedCall =
  | Until<RequestedCall>
  | Until<ResolvedCall>
  | Until<ParsedCall>
  | Until<HookedCall>
  | Until<PermittedCall>
  | Until<ExecutedCall>
  | FollowedCall;

/** The output of a tool in one shape. */
export interface RawOutput {
  readonly typedContent: readonly ContentBlock[];
  readonly isError: boolean;
  readonly structuredContent?: unknown;
}

/** The cause of a PERMISSION_DENIED error. `rules`: the rules or the mode, also where nobody was there to ask. */
export interface Denial {
  readonly by: 'person' | 'hook' | 'rules';
  readonly rule?: PermissionRule | undefined;
  readonly interrupt?: boolean | undefined;
  readonly unasked?: true | undefined;
  /** The rules that would have made the question needless. */
  readonly spared?: readonly string[] | undefined;
  /** The call as the rules saw it. Absent if a hook denied it before. */
  readonly subject?: DecidedCall | undefined;
}

/** The end of a call, for every outcome. */
export interface SettledCall {
  readonly id: string;
  readonly name: string;
  /** `deferred`: the call has no result yet, because an answer comes later. A caller without resumable sessions uses this result. */
  readonly outcome: 'done' | 'failed' | 'denied' | 'deferred' | 'refused' | 'interrupted';
  readonly result: ToolResult;
  /** The `tool_result` block for the next request. */
  readonly block: ToolResultBlock;
  readonly input: unknown;
  readonly durationMs: number;
  /** The texts that hooks added behind the output: the end of `result.content`. */
  readonly notes?: string | undefined;
  /** The characters of an output that was saved to a file. The result says where, and shows the beginning. */
  readonly spilled?: number | undefined;
  /** The source of a denial by a person who was asked or by a hook. Absent: a rule or the mode denied the call. */
  readonly deniedBy?: 'person' | 'hook' | undefined;
  /** The rule that denied the call, or that asked about a call which was then denied. */
  readonly rule?: PermissionRule | undefined;
  /** The call had to be asked about, and nobody was there to ask. */
  readonly unasked?: true | undefined;
  /** For a call that was asked about and denied: the rules that would have made the question needless. Absent: no rule would. */
  readonly spared?: readonly string[] | undefined;
  /** For a call that was denied: the call as the rules saw it. */
  readonly subject?: DecidedCall | undefined;
  /** The reason for which a hook or a person ends the run after this call. */
  readonly stop?: string | undefined;
  readonly code?: string | undefined;
  /** A failure of Loadout or the host, not of the tool, as it was thrown. The runner must not ignore a fault. */
  readonly fault?: unknown;
}
