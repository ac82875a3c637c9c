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

/** Tells the session's hooks of an event. Offered by the runner. */
export interface SessionHooks {
  /**
   * Waits for the answers of all hooks that the event is about. `verdict.behavior === 'deny'` is a block; `HookInputs` says
   * what it means for each event. `contexts` and `messages` are for the model.
   * Contract: never rejects; without hooks it answers at once.
   */
  fire<E extends ToolEvent>(event: E, input: HookInputs[E]): Promise<HookRound>;
}
