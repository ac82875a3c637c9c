/** An agent at another place. */
export interface Remote {
  readonly name: string;
  readonly description: string | undefined;
  /** The address that the rules decide about, and the only host that gets the key. */
  readonly url: string;
  /** Whether a later call can go on with an earlier one. */
  readonly canResume: boolean;
  /** Contract: rejects within a few seconds of the abort, and tells the agent to stop. */
  ask(question: Question): Promise<Answer>;
}

export interface Question {
  readonly prompt: string;
  /** The name of the conversation to go on with, from an earlier answer. */
  readonly resume: string | undefined;
  readonly signal: AbortSignal;
  readonly maxChars: number;
  readonly progress: (message: string) => void;
}

export interface Answer {
  readonly text: string;
  /** The words of the protocol for how it ended. */
  readonly state: string;
  readonly isError: boolean;
  /** The agent waits for an answer to its own question. */
  readonly isAsking: boolean;
  readonly isCut: boolean;
  readonly resume?: string | undefined;
}
