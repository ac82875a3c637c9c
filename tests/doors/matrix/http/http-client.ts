import type { RunState } from '@loadout/serve';

/** One prompt of a client, and where it goes. */
export interface Asked {
  /** The session that it continues. Absent: a new one. */
  readonly session?: string;
  /** The newest run of that session. */
  readonly run?: string;
  /** Its abort is that of the client's user. */
  readonly signal?: AbortSignal;
}

/** A request of a client that keeps to no library. */
export interface Attempt {
  readonly path: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A run that waits for an approval. */
export type Waiting = Pick<RunState, 'id' | 'session'> & { readonly call: string };

/** A client of one library. */
export interface HttpClient {
  readonly name: string;
  /** Connects to a server, and returns how a prompt is sent. Its answer is the last text of the agent. */
  connect(url: string): Promise<(prompt: string, asked?: Asked) => Promise<string>>;
  /** Reads the answer of a run that went on when its client was lost. Absent: such a run is interrupted, and its session continued. */
  readonly later?: (url: string, run: string) => Promise<string>;
  /** How much of an answer is read as it comes. Absent: by `connect`. */
  readonly stream?: HttpClient['connect'];
  /** The most characters of an answer that the library takes. Absent: eight megabytes are no trouble. */
  readonly most?: number;
  /** The word that the client hears when a part was dropped because it read too slowly. Absent: it hears the answer as a whole. */
  readonly gap?: string;
  /** The right answer to a question, by the protocol. */
  answer(waiting: Waiting): Attempt;
  /** Requests in a wrong order, with huge ids, or about the session of another. Each must be refused. */
  attempts(one: Waiting, other: Waiting): readonly Attempt[];
}

export const HUGE = 'x'.repeat(300_000);
