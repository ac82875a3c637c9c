import type { HookEvent as CoreHookEvent, HookInput as CoreHookInput, HookOutput } from '@loadout/core';
import type { HOOK_EVENTS } from '../constants.js';

/** Those that come here, and those that only other engines know: a program that listens to one of these is told so. */
export type HookEvent = CoreHookEvent | (typeof HOOK_EVENTS)[number];
/** What a hook of the event is told. `E` narrows it. */
export type HookInput<E extends HookEvent = HookEvent> = CoreHookInput<Extract<E, CoreHookEvent>>;

/** What a hook answers; `{}` is no opinion. `async: true`: it goes on in the background and decides nothing. */
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
  /** Each takes the input of its own event. */
  readonly hooks: readonly HookCallbackOf<never>[];
  /** Seconds. Default 60. */
  readonly timeout?: number | undefined;
  /** What a throw or a timeout means. Default `continue`. */
  readonly onFailure?: 'continue' | 'block' | undefined;
}
