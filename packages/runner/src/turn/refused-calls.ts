import type { StopReason } from '@loadout/core';

/**
 * Whether the calls of a complete message may run, by its stop reason: the one table, for a message that streams and for one whose calls
 * a killed process left open. A message that was cut off keeps its complete calls; a call that is not whole has an error of its own.
 */
const CALLS: Readonly<Record<string, 'run' | 'refused'>> = {
  tool_use: 'run',
  end_turn: 'run',
  stop_sequence: 'run',
  pause_turn: 'run',
  max_tokens: 'run',
  model_context_window_exceeded: 'run',
  refusal: 'refused',
};

/** Returns the reason that no call of the message may run. `undefined`: they may. Some servers have reasons of their own for an ordinary end. */
export const refusedCalls = (stopReason: StopReason | undefined): string | undefined =>
  stopReason !== undefined && Object.hasOwn(CALLS, stopReason) && CALLS[stopReason] === 'refused'
    ? `the model ended its message with the stop reason "${stopReason}".`
    : undefined;
