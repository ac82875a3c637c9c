import type { HookInputs } from '../hook/events.js';
import type { HookRound } from '../hook/round.js';

/** Events that only the tool which causes them can fire. The runner fires all others. */
export type ToolEvent =
  | 'SubagentStart'
  | 'SubagentStop'
  | 'TaskCreated'
  | 'TaskCompleted'
  | 'TeammateIdle'
  | 'WorktreeCreate'
  | 'WorktreeRemove';

/** Fires events for the session's hooks. Offered by the runner. */
export interface SessionHooks {
  /**
   * Fires an event and waits for all its hooks. `verdict.behavior === 'deny'` is a block; `HOOK_EVENTS` describes the effect for
   * each event. `contexts` and `messages` are for the model. Contract: never rejects; returns at once if there are no hooks.
   */
  fire<E extends ToolEvent>(event: E, input: HookInputs[E]): Promise<HookRound>;
}
