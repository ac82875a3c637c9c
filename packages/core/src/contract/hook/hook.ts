import type { Position } from '../errors.js';
import type { SmallModel } from '../session/small-model.js';
import type { ToolResult } from '../tool-result.js';
import type { HookOutput } from './answers.js';
import type { HookAnswers, HookEvent, HookInput } from './events.js';
import type { HookQuestion } from './inputs.js';

/** The answer of a hook: nothing, or an answer that its event takes. */
// biome-ignore lint/suspicious/noConfusingVoidType: a hook that returns nothing has no opinion.
export type HookAnswer<E extends HookEvent = HookEvent> = HookAnswers[E] | undefined | void;

/** The fields of a hook, without the function that runs. */
export interface HookFields {
  /** The name shown in traces and refusals. */
  readonly name: string;
  /** Exact names (`Edit|Write`, also with commas) or a regular expression. Absent, empty or `*`: any subject. Source: CON-36. */
  readonly matcher?: string;
  /** A permission rule. The hook runs for calls that match, and for calls where a match is unclear. Source: HOOK-14. */
  readonly if?: string;
  /** Default: `guard` for PreToolUse, UserPromptSubmit, UserPromptExpansion, PreModelSwitch, WorktreeCreate, PreSkillShellCommand; else `observe`. */
  readonly phase?: 'transform' | 'guard' | 'observe';
  /** The effect of a failure. Default: `block` for guards and transforms, `continue` for the rest. */
  readonly onFailure?: 'block' | 'continue';
  /** Seconds until the hook is aborted. Default 60. */
  readonly timeoutSeconds?: number;
  readonly external?: boolean;
  /** If true, the hook runs at most once in a run. */
  readonly once?: boolean;
  /** Nobody waits for the hook; its decision is ignored, its messages come later. `rewake`: a block keeps the run from ending. */
  readonly background?: boolean | 'rewake';
  /** If true, the hook matters only after another part of its plugin was used; until then it loads no plugin. Source: PERF-04. */
  readonly afterUse?: boolean;
  /** The readers of the hook's `systemMessage`. Default `both`: the person watching and the model. Source: HOOK-11. */
  readonly messageTo?: 'person' | 'both';
  /** A text shown while the hook runs. */
  readonly statusMessage?: string;
  /** An identity: among hooks of one event with the same identity, only the first runs. Source: HOOK-21. */
  readonly identity?: string;
  /** The place of the hook in the configuration. */
  readonly position?: Position;
}

/**
 * A hook. The order inside one event is transform, guard, observe, then registration. Hooks in process run one after the other,
 * and each sees the changes of the hooks before. Neighbouring `external` hooks run at once on the same input. Answers combine:
 * deny over defer over ask over allow. The first deny ends the round. Contexts and messages add up.
 */
export interface Hook<E extends HookEvent = HookEvent> extends HookFields {
  /** Contract: may throw; `onFailure` decides the effect. Must stop when `signal` aborts. */
  run(input: HookInput<E>, toolUseId: string | undefined, context: HookContext): HookAnswer<E> | Promise<HookAnswer<E>>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a hook that returns nothing has no opinion.
type AnyAnswer = HookOutput | undefined | void;

/** A hook from the configuration: for any event, with an answer that is checked when it arrives. */
export interface AnyHook extends HookFields {
  run(...call: Parameters<Hook['run']>): AnyAnswer | Promise<AnyAnswer>;
}

export interface HookContext {
  /** Reports a problem that does not change the outcome, such as a command that exited with 1. */
  report(problem: string): void;
  /** Reports what a program printed. Without `exitCode`: the new output while the program runs. With `exitCode`: all output. */
  printed(streams: { readonly stdout: string; readonly stderr: string; readonly exitCode?: number | null }): void;
  readonly signal: AbortSignal;
  readonly agent_id: string;
  readonly session_id: string;
  readonly cwd: string;
  /** The small model. Absent if none is configured. */
  readonly smallModel?: SmallModel | undefined;
  /** The path of a file. Lines `NAME=value` that a hook writes there become variables of later commands. Source: HOOK-27. */
  environmentFile?(): string;
  /** Variables for the hook's programs and requests, such as `TRACEPARENT` of the call. Absent without telemetry. */
  variables?(callId?: string): Readonly<Record<string, string>>;
  /** Calls a tool by the model's name for it. `undefined`: no such tool. Deny and ask rules apply; no hook runs. */
  callTool?(name: string, call: { readonly input: unknown; readonly signal: AbortSignal }): Promise<ToolResult | undefined>;
  /** Asks an agent that reads and changes nothing for its last message. No hook runs. Contract: throws the agent's error. */
  askAgent?(question: HookQuestion): Promise<string>;
}

type Many<T> = readonly T[] | T;

/** Hooks by event. A bare function is a hook with all defaults, named after its plugin. */
export type HookSet = { readonly [E in HookEvent]?: Many<Hook<E> | Hook<E>['run']> };

export type AnyHookSet = { readonly [E in HookEvent]?: Many<AnyHook | AnyHook['run']> };
