/** The first line of a file of results. */
export interface EvalHead {
  readonly type: 'eval';
  readonly version: 1;
  readonly name: string;
  /** The hash of all that makes runs comparable: the test as it is written, and the files of its configuration. */
  readonly hash: string;
  readonly variants: readonly string[];
  readonly scores: readonly string[];
  readonly cases: number;
  readonly repeat: number;
  /** Whether runs pass or fail, and are not only scored. */
  readonly judged: boolean;
  /** Milliseconds since 1970. */
  readonly start: number;
}

/** The place of a run among those of its eval. Of each place, one run counts. */
export interface EvalPlace {
  readonly case: string;
  readonly variant: string;
  /** Counted from 1. */
  readonly repeat: number;
}

/** One finished run. `error`: the provider failed, so that it says nothing about the agent. */
export interface EvalRun extends EvalPlace {
  readonly type: 'run';
  readonly state: 'passed' | 'failed' | 'error';
  readonly scores: Readonly<Record<string, number | null>>;
  readonly reasons?: Readonly<Record<string, string>> | undefined;
  readonly turns: number;
  readonly toolCalls: number;
  readonly tokens: number;
  /** With what judges cost; `null` if a price is unknown. */
  readonly usd: number | null;
  readonly ms: number;
  /** The beginning of the last message. */
  readonly text: string;
  /** Why it failed, or what the provider said. */
  readonly why?: readonly string[] | undefined;
  /** The file of the session, beside the file of results. */
  readonly session?: string | undefined;
}

/** The last line of a file whose eval came to its end. */
export interface EvalEnd {
  readonly type: 'end';
  readonly stop: number;
}

export type EvalLine = EvalHead | EvalRun | EvalEnd;

export const keyOf = ({ case: id, variant, repeat }: EvalPlace): string => JSON.stringify([id, variant, repeat]);
