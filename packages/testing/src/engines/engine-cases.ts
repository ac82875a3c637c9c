import type { Problem, TestRunner } from '../checks/check.js';

/** The end of a run. */
export interface EngineEnd {
  readonly outcome: string;
  readonly text: string;
}

/** A worker, as a process of its own. */
export interface EngineWorker {
  readonly pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

/** The differences of a worker from the first one. */
export interface WorkerWishes {
  /** If true, the worker listens at an address that no worker had before. The earlier workers may be there still. */
  readonly elsewhere?: boolean | undefined;
  /** Further variables of the process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The most runs at once. */
  readonly concurrency?: number | undefined;
}

/** An engine with nothing in it. */
export interface EngineUnderTest {
  /** The folder of the configuration, in which the packages of Loadout are installed. The suite writes its files there. */
  readonly dir: string;
  /** Submits a run of an agent. Returns the id of the run. */
  submit(agent: string): Promise<string>;
  /** Starts a worker for the configuration of the folder. Resolves when the worker takes runs. */
  work(wishes?: WorkerWishes): Promise<EngineWorker>;
  /** Resolves with the end of a run, whichever worker brings it. */
  result(run: string): Promise<EngineEnd>;
  /** Answers of people. Absent: the engine has none, and a question is a denial. */
  readonly approvals?:
    | {
        /** Resolves when the run waits for an answer. */
        waiting(run: string): Promise<void>;
        /** Allows the call that the run asks about. Contract: rejects if it was answered before. */
        approve(run: string): Promise<void>;
      }
    | undefined;
  /** Cancels a run from outside. Absent: a run is cancelled by a signal to its worker. */
  readonly cancel?: ((run: string) => Promise<void>) | undefined;
  /** Resolves when no worker takes the run because of its plan. Absent: the engine has no plan of a run. */
  readonly refused?: ((run: string) => Promise<void>) | undefined;
  /** Ends the engine's server and starts it again. Absent: the engine has no server. */
  readonly restart?: (() => Promise<void>) | undefined;
}

export interface RunEngineCases extends TestRunner {
  readonly open: () => Promise<EngineUnderTest>;
}

export type Law<Engine extends EngineUnderTest = EngineUnderTest> = (engine: Engine) => Promise<Problem>;

/** An engine that has an ability. */
export type With<Ability extends keyof EngineUnderTest> = EngineUnderTest & {
  readonly [A in Ability]-?: NonNullable<EngineUnderTest[A]>;
};
