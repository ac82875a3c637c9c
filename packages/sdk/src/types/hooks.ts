import type { HookEvent as CoreHookEvent, HookInput as CoreHookInput, HookBase, HookOutput } from '@loadout/core';
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

/** The inputs and answers of each hook event, under the names of the Claude Agent SDK. */
export type BaseHookInput = HookBase;
export type PreToolUseHookInput = HookInput<'PreToolUse'>;
export type PostToolUseHookInput = HookInput<'PostToolUse'>;
export type PostToolUseFailureHookInput = HookInput<'PostToolUseFailure'>;
export type PostToolBatchHookInput = HookInput<'PostToolBatch'>;
export type PostToolBatchToolCall = PostToolBatchHookInput['tool_calls'][number];
export type PermissionRequestHookInput = HookInput<'PermissionRequest'>;
export type PermissionDeniedHookInput = HookInput<'PermissionDenied'>;
export type NotificationHookInput = HookInput<'Notification'>;
export type UserPromptSubmitHookInput = HookInput<'UserPromptSubmit'>;
export type SessionStartHookInput = HookInput<'SessionStart'>;
export type SessionEndHookInput = HookInput<'SessionEnd'>;
export type StopHookInput = HookInput<'Stop'>;
export type StopFailureHookInput = HookInput<'StopFailure'>;
export type SubagentStartHookInput = HookInput<'SubagentStart'>;
export type SubagentStopHookInput = HookInput<'SubagentStop'>;
export type PreCompactHookInput = HookInput<'PreCompact'>;
export type PostCompactHookInput = HookInput<'PostCompact'>;
export type ConfigChangeHookInput = HookInput<'ConfigChange'>;
export type CwdChangedHookInput = HookInput<'CwdChanged'>;
export type DirectoryAddedHookInput = HookInput<'DirectoryAdded'>;
export type TaskCreatedHookInput = HookInput<'TaskCreated'>;
export type TaskCompletedHookInput = HookInput<'TaskCompleted'>;
export type TeammateIdleHookInput = HookInput<'TeammateIdle'>;
export type WorktreeCreateHookInput = HookInput<'WorktreeCreate'>;
export type WorktreeRemoveHookInput = HookInput<'WorktreeRemove'>;
export type InstructionsLoadedHookInput = HookInput<'InstructionsLoaded'>;
export type PreModelSwitchHookInput = HookInput<'PreModelSwitch'>;
export type PostModelSwitchHookInput = HookInput<'PostModelSwitch'>;
export type UserPromptExpansionHookInput = HookInput<'UserPromptExpansion'>;
export type ElicitationHookInput = HookInput<'Elicitation'>;
export type ElicitationResultHookInput = HookInput<'ElicitationResult'>;
export type PreSkillShellCommandHookInput = HookInput<'PreSkillShellCommand'>;

export type AsyncHookJSONOutput = Extract<HookJSONOutput, { readonly async: true }>;
export type SyncHookJSONOutput = Exclude<HookJSONOutput, { readonly async: true }>;
export type HookPermissionDecision = 'allow' | 'deny' | 'ask' | 'defer';

type Specific<E extends string> = NonNullable<SyncHookJSONOutput['hookSpecificOutput']> & { hookEventName: E };
export type PreToolUseHookSpecificOutput = Specific<'PreToolUse'>;
export type PostToolUseHookSpecificOutput = Specific<'PostToolUse'>;
export type PostToolUseFailureHookSpecificOutput = Specific<'PostToolUseFailure'>;
export type PostToolBatchHookSpecificOutput = Specific<'PostToolBatch'>;
export type PermissionRequestHookSpecificOutput = Specific<'PermissionRequest'>;
export type PermissionDeniedHookSpecificOutput = Specific<'PermissionDenied'>;
export type NotificationHookSpecificOutput = Specific<'Notification'>;
export type UserPromptSubmitHookSpecificOutput = Specific<'UserPromptSubmit'>;
export type SessionStartHookSpecificOutput = Specific<'SessionStart'>;
export type StopHookSpecificOutput = Specific<'Stop'>;
export type SubagentStartHookSpecificOutput = Specific<'SubagentStart'>;
export type SubagentStopHookSpecificOutput = Specific<'SubagentStop'>;
export type CwdChangedHookSpecificOutput = Specific<'CwdChanged'>;
export type WorktreeCreateHookSpecificOutput = Specific<'WorktreeCreate'>;
export type PreModelSwitchHookSpecificOutput = Specific<'PreModelSwitch'>;
export type PostModelSwitchHookSpecificOutput = Specific<'PostModelSwitch'>;
export type UserPromptExpansionHookSpecificOutput = Specific<'UserPromptExpansion'>;
export type ElicitationHookSpecificOutput = Specific<'Elicitation'>;
export type ElicitationResultHookSpecificOutput = Specific<'ElicitationResult'>;
export type PreSkillShellCommandHookSpecificOutput = Specific<'PreSkillShellCommand'>;
