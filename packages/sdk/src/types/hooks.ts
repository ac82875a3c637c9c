import type { HookEvent as CoreHookEvent, HookInput as CoreHookInput, HookOutput } from '@loadout/core';
import type { HOOK_EVENTS } from '../constants.js';

/**
 * The events that fire here, and those that only other engines fire. A program that listens to one of the latter gets a notice.
 */
export type HookEvent = CoreHookEvent | (typeof HOOK_EVENTS)[number];
/** The input of a hook of the event. `E` narrows the type. */
export type HookInput<E extends HookEvent = HookEvent> = CoreHookInput<Extract<E, CoreHookEvent>>;

/** The answer of a hook. `{}` expresses no opinion. `async: true`: the hook continues in the background and decides nothing. */
export type HookJSONOutput = HookOutput | { readonly async: true; readonly asyncTimeout?: number };

export type HookCallback = HookCallbackOf<HookInput>;

export type HookCallbackOf<I> = (
  input: I,
  toolUseID: string | undefined,
  options: { readonly signal: AbortSignal },
) => Promise<HookJSONOutput | undefined>;

export interface HookCallbackMatcher {
  /** Exact names (`Edit|Write`) or a regular expression. Absent: all. */
  readonly matcher?: string | null | undefined;
  /** Callbacks that each take the input of their own event. */
  readonly hooks: readonly HookCallbackOf<never>[];
  /** The time limit in seconds. Default 60. */
  readonly timeout?: number | undefined;
  /** The effect of a throw or a timeout. Default `continue`. */
  readonly onFailure?: 'continue' | 'block' | undefined;
}
