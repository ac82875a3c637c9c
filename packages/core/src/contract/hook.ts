import type { PermissionMode } from './permission.js';

/**
 * What each event tells a hook, in the field's own names, so that a script written for Claude Code reads it unchanged.
 * Source: HOOK-05, HOOK-06.
 */
export interface HookInputs {
  /** Before a call is decided upon. May deny it, ask for it, allow it (that only answers a default ask) or change its input. */
  PreToolUse: ToolSubject;
  /** After a call that succeeded. May add context, or replace what the model reads (`updatedToolOutput`). */
  PostToolUse: ToolSubject & { tool_response: unknown; duration_ms: number };
  /** After a call that failed or was interrupted; not after a denial. May add context. */
  PostToolUseFailure: ToolSubject & { error: string; is_interrupt: boolean; duration_ms: number };
  /** Before a prompt reaches the model. May block it or add context. */
  UserPromptSubmit: { prompt: string };
  /** When the model has answered. A block with a reason makes it go on, at most eight times in a row. */
  Stop: { stop_hook_active: boolean; last_assistant_message: string };
  /** Before the conversation is made shorter. May block it, unless it has to be; context goes to whoever writes the summary. */
  PreCompact: { trigger: 'manual' | 'auto'; custom_instructions: string };
  /** After a summary took the place of older messages. Answers are not used. */
  PostCompact: { trigger: 'manual' | 'auto'; compact_summary: string };
  /** `source`: startup, resume or fork. May add context. */
  SessionStart: { source: 'startup' | 'resume' | 'fork' };
  /** Answers are not used. */
  SessionEnd: { reason: string };
}

type ToolSubject = { tool_name: string; tool_input: unknown; tool_use_id: string };
export type HookEvent = keyof HookInputs;

export interface HookBase {
  session_id: string;
  transcript_path: string;
  cwd: string;
  permission_mode: PermissionMode;
  /** `main` for the agent that was started. */
  agent_id: string;
  agent_type: string;
}

/** A private copy for each hook: writing into it changes nothing. */
export type HookInput<E extends HookEvent = HookEvent> = E extends HookEvent
  ? HookBase & HookInputs[E] & { hook_event_name: E }
  : never;

/** What a hook may answer. Nothing, or `{}`, is no opinion. Source: HOOK-07. */
export interface HookOutput {
  hookSpecificOutput?: {
    hookEventName?: string;
    permissionDecision?: 'allow' | 'deny' | 'ask';
    permissionDecisionReason?: string;
    /** Replaces the whole input; it is parsed and decided upon again. */
    updatedInput?: unknown;
    updatedToolOutput?: unknown;
    /** For the model, after the result or the prompt. */
    additionalContext?: string;
  };
  decision?: 'block' | 'approve';
  reason?: string;
  /** For the model and for the person watching. */
  systemMessage?: string;
  /** `false` ends the run after this event, with `stopReason`. */
  continue?: boolean;
  stopReason?: string;
  suppressOutput?: boolean;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a hook that returns nothing has no opinion.
export type HookAnswer = HookOutput | undefined | void;

/**
 * The order inside one event is transform, guard, observe, then registration. Hooks in process run one after the other and
 * each sees what the last one changed; `external` ones that stand next to each other run at once on the same input.
 * Answers combine: deny over ask over allow; the first deny ends the round; contexts and messages add up.
 */
export interface Hook<E extends HookEvent = HookEvent> {
  /** Shown in traces and refusals. */
  readonly name: string;
  /** Exact names (`Edit|Write`, commas too) or a regular expression. Absent, empty or `*`: every subject. Source: CON-36. */
  readonly matcher?: string;
  /** Default: `guard` for PreToolUse and UserPromptSubmit, else `observe`. */
  readonly phase?: 'transform' | 'guard' | 'observe';
  /** Default: `block` for guards and transforms, `continue` for the rest. */
  readonly onFailure?: 'block' | 'continue';
  /** Default 60. */
  readonly timeoutSeconds?: number;
  readonly external?: boolean;
  /** Contract: may throw; `onFailure` says what that means. Must stop when `signal` aborts. */
  run(input: HookInput<E>, toolUseId: string | undefined, context: HookContext): HookAnswer | Promise<HookAnswer>;
}

export interface HookContext {
  /** Tells of a problem that does not change the outcome, such as a command that exited with 1. */
  report(problem: string): void;
  readonly signal: AbortSignal;
  readonly agent_id: string;
  readonly session_id: string;
  readonly cwd: string;
}

/** Hooks by event; a bare function is a hook with all defaults, named after its plugin. */
export type HookSet = { readonly [E in HookEvent]?: readonly (Hook<E> | Hook<E>['run'])[] | Hook<E> | Hook<E>['run'] };
