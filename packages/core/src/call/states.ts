import type { HookRound } from '../contract/hook/round.js';
import type { ToolResultBlock } from '../contract/model/message.js';
import type { Access } from '../contract/permission.js';
import type { ToolContext } from '../contract/tool.js';
import type { ContentBlock, ToolResult } from '../contract/tool-result.js';
import type { PermissionDecision } from '../permit/decision.js';
import type { PoolTool } from '../pool/pool-tool.js';

/**
 * A call is a value that gains a field per stage. Each stage takes exactly the state before it, so that leaving one out does
 * not compile.
 */
export interface RequestedCall {
  readonly id: string;
  /** As the model wrote it; may be an alias. */
  readonly name: string;
  readonly input: unknown;
  /** The raw input, when it is not JSON. */
  readonly malformed?: string | undefined;
  /** Why the input was not taken over, when it exceeds the bounds; `input` is empty then. */
  readonly excess?: string | undefined;
}

export interface ResolvedCall extends RequestedCall {
  readonly tool: PoolTool;
  readonly context: ToolContext;
}

export interface ParsedCall extends ResolvedCall {
  /** `input`, as its schema gave it back, defaults filled in, is what runs; `written` is what it was made of, with whole paths. */
  readonly parsed: { readonly input: unknown; readonly written: unknown };
}

export interface HookedCall extends ParsedCall {
  readonly hooked: HookRound;
}

export interface PermittedCall extends HookedCall {
  readonly permission: PermissionDecision & { readonly behavior: 'allow' };
  /** Everything that the call may touch. */
  readonly accesses: readonly Access[];
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

/** `Reached`, without any field that a later stage adds. */
type Until<Reached> = Reached & { readonly [K in Exclude<keyof FollowedCall, keyof Reached>]?: undefined };

/** A call that stopped on its way, by how far it came. */
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

/** The end of every call, however it went. */
export interface SettledCall {
  readonly id: string;
  readonly name: string;
  /** `deferred`: it has no result yet; whoever runs calls without a session that can be resumed gives this one. */
  readonly outcome: 'done' | 'failed' | 'denied' | 'deferred' | 'refused' | 'interrupted';
  readonly result: ToolResult;
  /** The `tool_result` block for the next request. */
  readonly block: ToolResultBlock;
  readonly input: unknown;
  readonly durationMs: number;
  /** The texts that hooks added behind the output: the end of `result.content`. */
  readonly notes?: string | undefined;
  /** Somebody who was asked, or a hook, denied it. Absent: a rule or the mode did. */
  readonly deniedBy?: 'person' | 'hook' | undefined;
  /** A hook or a person ends the run after this call. */
  readonly stop?: string | undefined;
  readonly code?: string | undefined;
  /** Not the tool's failure but ours or the host's, as it was thrown. The runner must not pass over it. */
  readonly fault?: unknown;
}
