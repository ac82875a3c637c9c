import type { AgentEvent } from '@loadout/runner';

/** A view that shows the events of a run. The last event is the result. */
export interface RunView {
  event(event: AgentEvent): void;
  /** Clears the drawing while a question is open. Absent for a view that draws nothing. */
  whileAsking?<T>(ask: () => Promise<T>): Promise<T>;
}

/** The time, passed in so that drawing can be tested. */
export interface Pulse {
  now(): number;
  /** Contract: does not keep the process alive. Returns a function that stops the timer. */
  every(ms: number, action: () => void): () => void;
}

export const systemPulse: Pulse = {
  now: () => performance.now(),
  every(ms, action) {
    const timer = setInterval(action, ms).unref();
    return () => clearInterval(timer);
  },
};
