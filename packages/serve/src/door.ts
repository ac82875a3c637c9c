import type { Exchange } from '@loadout/node';
import type { HttpRuns } from './http-runs.js';

/** A request that has passed the checks of the server. */
export interface DoorRequest extends Exchange {
  readonly runs: HttpRuns;
  /** The path without the query. */
  readonly path: string;
  /** GET for HEAD. */
  readonly method: string;
}

/** An error as every protocol can tell it. */
export interface HttpProblem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly fix?: string | undefined;
  /** The field of the request that is wrong. */
  readonly param?: string | undefined;
}

/**
 * A protocol of other clients over the runs of a server. A door turns requests into wishes and events into answers. It decides
 * nothing: the rules of the agent do, and the client's answers to questions.
 */
export interface Door {
  /** Contract: throws the error of a refused request before anything is sent. */
  answer(request: DoorRequest): Promise<void>;
  /** The body of an error, as clients of the protocol expect it. */
  problem(problem: HttpProblem): unknown;
}
