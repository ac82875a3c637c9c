import type { Step } from './step.js';

/** A round of a session as the conductor sees it: from a prompt or an answer to the next end. */
export interface Round {
  /** Resolves with the next step. */
  take(): Promise<Step>;
  /** Reports that the engine has recorded the steps taken so far. */
  confirm(): void;
  /** Ends the run and its child processes, because the engine gives it to another worker. */
  lose(): void;
  /** Interrupts the run, waits for its child processes, and returns the records that are left. */
  cancel(): Promise<Step>;
  /** Resolves when the run and its child processes have ended. Never rejects. */
  whenEnded(): Promise<void>;
}
