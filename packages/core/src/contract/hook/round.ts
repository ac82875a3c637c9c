import type { PermissionUpdate } from '../permission-update.js';
import type { ElicitationAnswer } from '../session/elicitation.js';

/** The combined answers of all hooks of one event. */
export interface HookRound {
  /** The strictest answer; absent when none had an opinion. */
  readonly verdict?:
    | { readonly behavior: 'allow' | 'ask' | 'defer' | 'deny'; readonly reason: string; readonly by: string }
    | undefined;
  /** Present when a hook changed the tool's input or output. */
  readonly updatedInput?: { readonly value: unknown } | undefined;
  readonly updatedOutput?: { readonly value: unknown } | undefined;
  /** For the model. */
  readonly contexts: readonly string[];
  /** For the model too. The person watching has been told. */
  readonly messages: readonly string[];
  /** A hook ends the run. */
  readonly stop?: string | undefined;
  /** Rules to add, or the end of the run, from an answer to PermissionRequest. */
  readonly updatedPermissions?: readonly PermissionUpdate[] | undefined;
  readonly interrupt?: boolean | undefined;
  /** The model may try a denied call again. */
  readonly retry?: boolean | undefined;
  readonly initialUserMessage?: string | undefined;
  readonly watchPaths?: readonly string[] | undefined;
  /** Where a hook made the working tree. */
  readonly worktreePath?: string | undefined;
  /** The answer to the MCP server. */
  readonly elicited?: ElicitationAnswer | undefined;
}
