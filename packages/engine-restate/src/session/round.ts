import type { Step } from '../record/step.js';

/** A step on its way into the engine. */
export interface Taken {
  readonly step: Step;
  /** Reports that the engine has recorded the step and all steps before it. */
  confirm(): void;
}

/** A round of a session as the conductor sees it: from a prompt or an answer to the next end. */
export interface Round {
  /** Resolves with the next step, also while earlier steps are not confirmed. One call at a time; the last step has the end. */
  take(): Promise<Taken>;
  /** Ends the run and its child processes, because the engine gives it to another worker. */
  lose(): void;
  /** Interrupts the run. Its last records and its end follow as steps. */
  cancel(): void;
  /** Resolves when the run and its child processes have ended. Never rejects. */
  whenEnded(): Promise<void>;
}
