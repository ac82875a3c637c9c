import type { SmallModel } from '../session/small-model.js';
import type { ToolResult } from '../tool-result.js';
import type { HookOutput } from './answers.js';
import type { HookAnswers, HookEvent, HookInput } from './events.js';
import type { HookQuestion } from './inputs.js';

/** The answer of a hook: nothing, or what its event takes. */
// biome-ignore lint/suspicious/noConfusingVoidType: a hook that returns nothing has no opinion.
export type HookAnswer<E extends HookEvent = HookEvent> = HookAnswers[E] | undefined | void;

/** The fields of a hook beside the function that it runs. */
export interface HookFields {
  /** Shown in traces and refusals. */
  readonly name: string;
  /** Exact names (`Edit|Write`, commas too) or a regular expression. Absent, empty or `*`: every subject. Source: CON-36. */
  readonly matcher?: string;
  /** A permission rule: the hook runs for calls that it is about, and where that cannot be told. Source: HOOK-14. */
  readonly if?: string;
  /** Default: `guard` for PreToolUse, UserPromptSubmit, UserPromptExpansion, PreModelSwitch and WorktreeCreate, else `observe`. */
  readonly phase?: 'transform' | 'guard' | 'observe';
  /** Default: `block` for guards and transforms, `continue` for the rest. */
  readonly onFailure?: 'block' | 'continue';
  /** Default 60. */
  readonly timeoutSeconds?: number;
  readonly external?: boolean;
  /** At most once in a run. */
  readonly once?: boolean;
  /** Nobody waits for it, so it decides nothing; its words reach the model later. `rewake`: a block of its keeps the run from ending. */
  readonly background?: boolean | 'rewake';
  /** The hook matters only after something else of its plugin was used, so the plugin is not loaded for the hook. Source: PERF-04. */
  readonly afterUse?: boolean;
  /** The readers of its `systemMessage`. Default `both`: the person watching and the model. Source: HOOK-11. */
  readonly messageTo?: 'person' | 'both';
  /** Shown while it runs. */
  readonly statusMessage?: string;
  /** Two of one event with the same identity run once. Source: HOOK-21. */
  readonly identity?: string;
}

/**
 * The order inside one event is transform, guard, observe, then registration. Hooks in process run one after the other and
 * each sees what the last one changed; `external` ones that stand next to each other run at once on the same input.
 * Answers combine: deny over defer over ask over allow; the first deny ends the round; contexts and messages add up.
 */
export interface Hook<E extends HookEvent = HookEvent> extends HookFields {
  /** Contract: may throw; `onFailure` says what that means. Must stop when `signal` aborts. */
  run(input: HookInput<E>, toolUseId: string | undefined, context: HookContext): HookAnswer<E> | Promise<HookAnswer<E>>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a hook that returns nothing has no opinion.
type AnyAnswer = HookOutput | undefined | void;

/** A hook made from the configuration: for any event, with an answer that is checked when it is there. */
export interface AnyHook extends HookFields {
  run(...call: Parameters<Hook['run']>): AnyAnswer | Promise<AnyAnswer>;
}

export interface HookContext {
  /** Tells of a problem that does not change the outcome, such as a command that exited with 1. */
  report(problem: string): void;
  /** Reports what a program printed, for whoever watches the hooks: without `exitCode` the new output while it runs, with `exitCode` all of it. */
  printed(streams: { readonly stdout: string; readonly stderr: string; readonly exitCode?: number | null }): void;
  readonly signal: AbortSignal;
  readonly agent_id: string;
  readonly session_id: string;
  readonly cwd: string;
  /** Absent where none is configured. */
  readonly smallModel?: SmallModel | undefined;
  /** The path of a file: what a hook writes there as lines `NAME=value`, the commands of tools get from then on. Source: HOOK-27. */
  environmentFile?(): string;
  /** Calls a tool of the agent by the name that the model knows; `undefined`: there is none. Deny and ask rules hold; no hook runs. */
  callTool?(name: string, call: { readonly input: unknown; readonly signal: AbortSignal }): Promise<ToolResult | undefined>;
  /** An agent that searches and reads, and changes nothing, works on this; its last message. No hook hears of it. Contract: throws what ended it early. */
  askAgent?(question: HookQuestion): Promise<string>;
}

type Many<T> = readonly T[] | T;

/** Hooks by event; a bare function is a hook with all defaults, named after its plugin. */
export type HookSet = { readonly [E in HookEvent]?: Many<Hook<E> | Hook<E>['run']> };

export type AnyHookSet = { readonly [E in HookEvent]?: Many<AnyHook | AnyHook['run']> };
