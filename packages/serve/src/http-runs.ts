import type { JsonSchema } from '@loadout/core';
import type { Block } from '@loadout/core/model';
import type { RunResult } from '@loadout/runner';
import type { RunEvents } from './event-log.js';

export interface RunWish {
  readonly agent?: string | undefined;
  /** A text, or blocks such as pictures. */
  readonly prompt: string | readonly Block[];
  /** The session to continue. */
  readonly resume?: string | undefined;
  /** The id of a new session. Default: a new id. */
  readonly session?: string | undefined;
  /** If true, a call that needs an approval makes the run wait for `answer`. Default: such a call is denied. */
  readonly asks?: boolean | undefined;
  /** The JSON Schema of the answer. Default: that of the agent. */
  readonly output?: JsonSchema | undefined;
  /** The tools that the client runs. A call of one makes the run wait for `answer`, whose text is the result. */
  readonly tools?: readonly ClientTool[] | undefined;
}

/** A tool that a client offers and runs itself. */
export interface ClientTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
}

/** A run as clients see it. */
export interface RunState {
  readonly id: string;
  readonly agent: string;
  readonly session: string;
  /**
   * `unfinished`: an earlier process ended before the run did. The session can be continued. `waiting`: for an approval. On an engine
   * also `scheduled`, `queued` and `stuck`.
   */
  readonly state: 'running' | 'ended' | 'unfinished' | 'scheduled' | 'queued' | 'waiting' | 'stuck';
  /** Absent for a run of an earlier process, which recorded no time. */
  readonly startedAt?: string | undefined;
  /** The number of events so far. Absent in the list of an engine, which would read every session for it. */
  readonly events?: number | undefined;
  readonly result?: RunResult | undefined;
  /** The calls that a run asks about. */
  readonly asks?: readonly OpenAsk[] | undefined;
}

/** A call that waits for an answer, as clients see it. */
export interface OpenAsk {
  /** The name by which a client answers. */
  readonly call: string;
  readonly tool: string;
  /** The input that will run, without secrets. */
  readonly input: unknown;
  readonly reason: string;
  /** True for the call of a tool that the client runs. The text of the answer is its result. */
  readonly ofClient?: boolean | undefined;
  /** The questions to a person, each with the labels of its choices. Absent: the call needs an approval. */
  readonly questions?: readonly { readonly question: string; readonly choices: readonly string[] }[] | undefined;
  readonly rule?: string | undefined;
  /** The place of the rule: file, line and column, from the folder of the configuration. */
  readonly at?: string | undefined;
  /** The people whose signed answers count, with their public keys. Absent: everybody's answers. */
  readonly from?: Readonly<Record<string, string>> | undefined;
  /** Stands for all that was asked, where a signed answer is needed. */
  readonly hash?: string | undefined;
  /** The rules that an answer with `always` adds for the rest of the session. Absent: no rule would spare the next question. */
  readonly rules?: readonly string[] | undefined;
}

/** An answer to the question of a run. */
export interface AnswerWish {
  /** The call. Absent: the only one that is asked about. */
  readonly call?: string | undefined;
  readonly behavior: 'allow' | 'deny';
  /** If true, the rules that the question offered hold for the rest of the session. */
  readonly always?: boolean | undefined;
  readonly message?: string | undefined;
  /** The answers to questions of the model, in their order; or the result of a tool that the client runs. */
  readonly texts?: readonly string[] | undefined;
  /** The person who answers. */
  readonly by?: string | undefined;
  /** The signature of the person, where only certain people may answer. */
  readonly proof?: string | undefined;
}

/** A session as clients list it. */
export interface SessionState {
  readonly id: string;
  readonly agent: string;
  /** The first words of the first prompt. */
  readonly prompt: string;
  readonly changedAt: string;
  /** The state of its newest run. Absent: no run of it is known to this process. */
  readonly state?: RunState['state'] | undefined;
}

/** The runs behind an endpoint: those of this process, or those of an engine. */
export interface HttpRuns {
  /** Whether new runs are accepted. */
  readonly isOpen: boolean;
  readonly running: number;
  /** The names of the agents that are served. */
  readonly agents: readonly string[];
  /** Returns the description of an agent, if its configuration has one. */
  describe(agent: string): string | undefined;
  start(wish: RunWish): Promise<RunState>;
  list(): Promise<readonly RunState[]>;
  get(id: string): Promise<RunState>;
  /** Returns the newest sessions of the agents that are served, the newest first. */
  sessions(): Promise<readonly SessionState[]>;
  /** Returns the ids of the runs of a session, the first run first. Throws HTTP_RUN_UNKNOWN. */
  runsOf(session: string): Promise<readonly string[]>;
  /** Returns the newest run of a session. `undefined`: there is no such session, or its agent is not served. */
  newest(session: string): Promise<RunState | undefined>;
  /** Returns the events of a run. Throws HTTP_RUN_UNKNOWN. */
  events(id: string): Promise<RunEvents>;
  /** Resolves when a run waits for an answer, or at the abort. Absent: the events of a run that waits come to an end. */
  untilWaiting?(id: string, signal: AbortSignal): Promise<void>;
  interrupt(id: string): Promise<RunState>;
  /** Returns metrics of runs that this process does not see, as text for Prometheus. Absent: it sees all. */
  metrics?(): Promise<string>;
  /**
   * Answers questions of a run that waits. Returns the run that goes on: of this process, a new run of the session. Throws
   * HTTP_NOBODY_ASKED, HTTP_NOTHING_ASKED. `wish`: what the run that goes on does about approvals and tools of the client. Default: it
   * asks, and has the tools that it had.
   */
  answer(id: string, wishes: readonly AnswerWish[], wish?: Pick<RunWish, 'asks' | 'tools'>): Promise<RunState>;
}
