import type { PermissionUpdate } from '../contract/permission-update.js';
import type { ToolContext } from '../contract/tool.js';
import type { HookEnvironment, HookEvents } from '../hooks/hook-environment.js';
import type { Asker } from '../permit/asker.js';
import type { PermissionLayers } from '../permit/decided-call.js';
import type { RestrictionStack, ToolPool } from '../pool/assemble.js';
import type { ParsedCall, PermittedCall, SettledCall } from './states.js';

/** Events of a call while it runs. Every `tool_call` is followed by exactly one `tool_result` with its id. */
export type CallEvent =
  | { readonly type: 'tool_call'; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly type: 'tool_start'; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly type: 'tool_progress'; readonly id: string; readonly name: string; readonly message: string }
  | { readonly type: 'tool_result'; readonly id: string; readonly name: string; readonly call: SettledCall }
  | HookEvents;

/** How large one tool input may be. */
export interface InputBounds {
  /** Characters of all its names and texts together. Default 8,000,000. */
  readonly chars?: number | undefined;
  /** Objects and lists inside each other. Default 200. */
  readonly depth?: number | undefined;
}

/** Everything that a call needs from outside. The runner makes one per turn; core itself has no I/O, clock or environment. */
export interface CallEnvironment extends Omit<HookEnvironment, 'emit'> {
  readonly pool: ToolPool;
  readonly restrictions: RestrictionStack;
  /** Read at each decision, so that a mode that changes holds from the next call on (PERM-14). */
  readonly permissions: () => PermissionLayers;
  /** Read at each question, like the permissions. Absent, or giving nothing: nobody is there to ask. */
  readonly asker?: (() => Asker | undefined) | undefined;
  /** Applies the changes that an answer asks for. A throw is a deny, and nothing may have been changed then. */
  readonly updatePermissions?: ((updates: readonly PermissionUpdate[]) => void) | undefined;
  readonly emit: (event: CallEvent) => void;
  /** The context of one call; `signal` and `progress` are set by the pipeline. */
  readonly contextFor: (call: {
    readonly id: string;
    readonly signal: AbortSignal;
    readonly progress: (message: string) => void;
  }) => Omit<ToolContext, 'mayRead' | 'permitted'>;
  /** Keeps a large text; gives back the path under which it can be read. Absent: long results are cut. */
  readonly spill?: ((id: string, text: string) => Promise<string>) | undefined;
  /** Told before a call runs, and of no call that does not, so that a journal knows what may have happened. Awaited. */
  readonly journal?: { started(call: PermittedCall): void | Promise<void> } | undefined;
  /** Above them an input is refused before a schema, a hook or a rule sees it. */
  readonly inputBounds?: InputBounds | undefined;
  /** Waits for the call's turn among the calls of one message. Throws when it will not come. */
  readonly turn: (call: ParsedCall) => Promise<void>;
}
