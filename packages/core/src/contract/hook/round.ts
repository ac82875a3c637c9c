import type { PermissionUpdate } from '../permission-update.js';
import type { ElicitationAnswer } from '../session/elicitation.js';

/** The combined answers of all hooks of one event. */
export interface HookRound {
  /** The strictest answer. Absent if no hook had an opinion. */
  readonly verdict?:
    | {
        readonly behavior: 'allow' | 'ask' | 'defer' | 'deny';
        readonly reason: string;
        readonly by: string;
        /** Present if the hook has not decided: it did not start, crashed or took too long. */
        readonly failed?: true;
      }
    | undefined;
  /** The changed input of the tool. Present only if a hook changed it, as is `updatedOutput`. */
  readonly updatedInput?: { readonly value: unknown } | undefined;
  readonly updatedOutput?: { readonly value: unknown } | undefined;
  /** Texts for the model. */
  readonly contexts: readonly string[];
  /** Messages for the model. The person watching has already seen them. */
  readonly messages: readonly string[];
  /** The reason for which a hook ends the run. */
  readonly stop?: string | undefined;
  /** Rules to add, or an order to end the run, from an answer to PermissionRequest. */
  readonly updatedPermissions?: readonly PermissionUpdate[] | undefined;
  readonly interrupt?: boolean | undefined;
  /** If true, the model may try a denied call again. */
  readonly retry?: boolean | undefined;
  readonly initialUserMessage?: string | undefined;
  readonly watchPaths?: readonly string[] | undefined;
  /** The path of the working tree that a hook created. */
  readonly worktreePath?: string | undefined;
  /** The answer to the MCP server. */
  readonly elicited?: ElicitationAnswer | undefined;
}
