import type { AgentEvent } from '@loadout/runner';

/** A reader of a run's events that shows them to somebody. The last event is the result. */
export interface RunView {
  event(event: AgentEvent): void;
  /** Keeps what it draws out of the way of a question. Absent: it draws nothing. */
  whileAsking?<T>(ask: () => Promise<T>): Promise<T>;
}

/** Time, handed in so that what a view draws can be tested. */
export interface Pulse {
  now(): number;
  /** Contract: does not keep the process alive. Gives back what stops it. */
  every(ms: number, action: () => void): () => void;
}

export const systemPulse: Pulse = {
  now: () => performance.now(),
  every(ms, action) {
    const timer = setInterval(action, ms).unref();
    return () => clearInterval(timer);
  },
};
