import type { RunResult } from '@loadout/runner';
import type { RunEvents } from './event-log.js';

export interface RunWish {
  readonly agent?: string | undefined;
  readonly prompt: string;
  /** The session to continue. */
  readonly resume?: string | undefined;
}

/** A run as clients see it. */
export interface RunState {
  readonly id: string;
  readonly agent: string;
  readonly session: string;
  /**
   * `unfinished`: an earlier process ended before the run did. The session can be continued. On an engine also `scheduled`, `queued`,
   * `waiting` (for an approval) and `stuck`.
   */
  readonly state: 'running' | 'ended' | 'unfinished' | 'scheduled' | 'queued' | 'waiting' | 'stuck';
  /** Absent for a run of an earlier process, which recorded no time. */
  readonly startedAt?: string | undefined;
  /** The number of events so far. Absent in the list of an engine, which would read every session for it. */
  readonly events?: number | undefined;
  readonly result?: RunResult | undefined;
  /** The calls that a run on an engine asks about. */
  readonly asks?: readonly object[] | undefined;
}

/** An answer to the question of a run. */
export interface AnswerWish {
  /** The call. Absent: the only one that is asked about. */
  readonly call?: string | undefined;
  readonly behavior: 'allow' | 'deny';
  readonly message?: string | undefined;
  /** The answers to questions of the model, in their order. */
  readonly texts?: readonly string[] | undefined;
  /** The person who answers. */
  readonly by?: string | undefined;
  /** The signature of the person, where only certain people may answer. */
  readonly proof?: string | undefined;
}

/** The runs behind an endpoint: those of this process, or those of an engine. */
export interface HttpRuns {
  /** Whether new runs are accepted. */
  readonly isOpen: boolean;
  readonly running: number;
  start(wish: RunWish): Promise<RunState>;
  list(): Promise<readonly RunState[]>;
  get(id: string): Promise<RunState>;
  /** Returns the events of a run. Throws HTTP_RUN_UNKNOWN. */
  events(id: string): Promise<RunEvents>;
  interrupt(id: string): Promise<RunState>;
  /** Returns metrics of runs that this process does not see, as text for Prometheus. Absent: it sees all. */
  metrics?(): Promise<string>;
  /** Absent: nobody can be asked. */
  answer?(id: string, wish: AnswerWish): Promise<RunState>;
}
