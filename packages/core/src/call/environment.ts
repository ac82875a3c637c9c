import type { PermissionUpdate } from '../contract/permission-update.js';
import type { ToolContext } from '../contract/tool.js';
import type { HookEnvironment, HookEvents } from '../hooks/hook-environment.js';
import type { Asker } from '../permit/asker.js';
import type { PermissionLayers } from '../permit/decided-call.js';
import type { RestrictionStack, ToolPool } from '../pool/assemble.js';
import type { ParsedCall, PermittedCall, SettledCall } from './states.js';

/** Events of a running call. Every `tool_call` is followed by exactly one `tool_result` with the same id. */
export type CallEvent =
  | { readonly type: 'tool_call'; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly type: 'tool_start'; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly type: 'tool_progress'; readonly id: string; readonly name: string; readonly message: string }
  | { readonly type: 'tool_result'; readonly id: string; readonly name: string; readonly call: SettledCall }
  | HookEvents;

/** Bounds of one tool input. */
export interface InputBounds {
  /** Characters of all names and texts together. Default 8,000,000. */
  readonly chars?: number | undefined;
  /** The nesting depth of objects and lists. Default 200. */
  readonly depth?: number | undefined;
}

/** The part of the environment that a call needs up to the decision about it, without hooks and questions. */
export type DecidingEnvironment = Pick<
  CallEnvironment,
  'pool' | 'restrictions' | 'permissions' | 'contextFor' | 'signal' | 'clock' | 'emit' | 'inputBounds' | 'turn'
>;

/** Everything that a call needs from outside. The runner makes one per turn; core itself has no I/O, clock or environment. */
export interface CallEnvironment extends Omit<HookEnvironment, 'emit'> {
  readonly pool: ToolPool;
  readonly restrictions: RestrictionStack;
  /** Read at each decision, so that a changed mode applies from the next call on (PERM-14). */
  readonly permissions: () => PermissionLayers;
  /** Read at each question, like the permissions. If absent or `undefined`, nobody is there to ask. */
  readonly asker?: (() => Asker | undefined) | undefined;
  /** Applies the changes that an answer asks for. Contract: a throw is a deny, and no change may have been applied. */
  readonly updatePermissions?: ((updates: readonly PermissionUpdate[]) => void) | undefined;
  readonly emit: (event: CallEvent) => void;
  /** Makes the context of one call. The pipeline sets `signal` and `progress`. */
  readonly contextFor: (call: {
    readonly id: string;
    readonly signal: AbortSignal;
    readonly progress: (message: string) => void;
  }) => Omit<ToolContext, 'mayRead' | 'permitted'>;
  /** Stores a large text and returns the path for reading it. Absent: long results are cut. */
  readonly spill?: ((id: string, text: string) => Promise<string>) | undefined;
  /** Records a call before it runs, so that a journal knows what may have happened. Called only for calls that run; awaited. */
  readonly journal?: { started(call: PermittedCall): void | Promise<void> } | undefined;
  /** Bounds above which an input is refused before a schema, a hook or a rule sees it. */
  readonly inputBounds?: InputBounds | undefined;
  /** Waits for the call's turn among the calls of one message. Throws if the turn will not come. */
  readonly turn: (call: ParsedCall) => Promise<void>;
}
