import type { PermissionUpdate } from '../../permit/permission-update.js';
import type { Elicited } from './events.js';

/** What a hook may answer. Nothing, or `{}`, is no opinion. Source: HOOK-07. */
export interface HookOutput {
  hookSpecificOutput?: {
    hookEventName?: string;
    /** `defer`: the run ends before the call; when it is resumed, the call comes again. Of PreToolUse alone. */
    permissionDecision?: 'allow' | 'deny' | 'ask' | 'defer';
    permissionDecisionReason?: string;
    /** Replaces the whole input; it is parsed and decided upon again. */
    updatedInput?: unknown;
    updatedToolOutput?: unknown;
    /** For the model, after the result or the prompt. */
    additionalContext?: string;
    /** The answer to PermissionRequest. `updatedPermissions` may only add rules. Source: HOOK-28. */
    decision?:
      | { behavior: 'allow'; updatedInput?: unknown; updatedPermissions?: readonly PermissionUpdate[] }
      | { behavior: 'deny'; message?: string; interrupt?: boolean };
    retry?: boolean;
    initialUserMessage?: string;
    /** Of SessionStart, CwdChanged and FileChanged: the files that FileChanged tells of from now on, beside those that matchers name. */
    watchPaths?: readonly string[];
    /** The answer to WorktreeCreate: where the hook made it. Absolute. */
    worktreePath?: string;
    /** The answer to Elicitation and ElicitationResult. */
    action?: Elicited['action'];
    content?: Elicited['content'];
  };
  decision?: 'block' | 'approve';
  reason?: string;
  /** For the person watching and, unless the hook says otherwise (`messageTo`), for the model. */
  systemMessage?: string;
  /** `false` ends the run after this event, with `stopReason`. */
  continue?: boolean;
  stopReason?: string;
  suppressOutput?: boolean;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a hook that returns nothing has no opinion.
export type HookAnswer = HookOutput | undefined | void;
