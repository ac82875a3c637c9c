import type { PermissionUpdate } from '../permission-update.js';
import type { ElicitationAnswer } from '../session/elicitation.js';

/** Fields of an answer that only some events take. The table in `events.ts` says which. */
export interface SpecificAnswer {
  /** `defer`, for PreToolUse only: the run ends before the call, and a resumed session repeats the call. */
  permissionDecision?: 'allow' | 'deny' | 'ask' | 'defer';
  permissionDecisionReason?: string;
  /** Replaces the whole input. The new input is parsed and decided again. */
  updatedInput?: unknown;
  /** Replaces the output that the model reads. */
  updatedToolOutput?: unknown;
  /** Text for the model, after the result or the prompt. */
  additionalContext?: string;
  /** The answer to PermissionRequest. `updatedPermissions` may only add rules. Source: HOOK-28. */
  decision?:
    | { behavior: 'allow'; updatedInput?: unknown; updatedPermissions?: readonly PermissionUpdate[] }
    | { behavior: 'deny'; message?: string; interrupt?: boolean };
  /** If true, the model is told that it may try the denied call again. */
  retry?: boolean;
  /** The prompt of a run that was started without a prompt. */
  initialUserMessage?: string;
  /** Files that FileChanged watches from now on, in addition to the files that matchers name. */
  watchPaths?: readonly string[];
  /** The absolute path of the working tree that the hook created. */
  worktreePath?: string;
  /** The answer to the question of an MCP server. */
  action?: ElicitationAnswer['action'];
  content?: ElicitationAnswer['content'];
}

/** Fields that every event takes. */
export interface CommonAnswer {
  /** A message for the person watching. The model reads the message too, unless `messageTo` of the hook is `person`. */
  systemMessage?: string;
  /** If false, the run ends after this event with `stopReason`. */
  continue?: boolean;
  stopReason?: string;
  suppressOutput?: boolean;
}

export interface BlockAnswer {
  /** `block` denies; `approve` allows. */
  decision?: 'block' | 'approve';
  reason?: string;
}

/** An answer as it arrives over a wire, not yet checked against its event. `{}` expresses no opinion. Source: HOOK-07. */
export interface HookOutput extends CommonAnswer, BlockAnswer {
  hookSpecificOutput?: SpecificAnswer & { hookEventName?: string };
}

/** The name of a field that only some events take. `block` stands for `decision` and `reason`. */
export type AnswerField = keyof SpecificAnswer | 'block';

/** The answer to an event that takes the fields `F`. Any other field is a compile error. */
export type AnswerWith<F extends AnswerField, E extends string> = CommonAnswer &
  ('block' extends F ? BlockAnswer : { [K in keyof BlockAnswer]?: never }) & {
    hookSpecificOutput?: { [K in keyof SpecificAnswer]?: K extends F ? SpecificAnswer[K] : never } & { hookEventName?: E };
  };
