import type { CallState, RunEnd } from './recorded-run.js';

/** Expectations of one run. An absent field is not compared. The same words stand in the `expect` of a test in YAML. */
export interface RunExpectations {
  /** Default, where no `error` is named either: `done` or `denied`, so that the agent came to its answer. */
  readonly outcome?: RunEnd | readonly RunEnd[] | undefined;
  /** The code of the error that ended the run. */
  readonly error?: string | undefined;
  /** A list: in this order, further calls allowed. */
  readonly calls?: readonly (string | ExpectedCall)[] | ExpectedCalls | undefined;
  readonly files?: Readonly<Record<string, FileState | TextBounds>> | undefined;
  /** The changed, created and deleted files. A path must have changed; a pattern with `*` allows changes. `[]`: none. */
  readonly changed?: readonly string[] | undefined;
  readonly text?: TextMatch | undefined;
  /** The structured output. Keys that are not named may have any value. */
  readonly output?: unknown;
  readonly usage?:
    | { readonly [K in 'turns' | 'toolCalls' | 'inputTokens' | 'outputTokens' | 'usd']?: NumberMatch | undefined }
    | undefined;
  /** Events that occur in this order. Only the named keys are compared. */
  readonly events?: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly noEvents?: readonly Readonly<Record<string, unknown>>[] | undefined;
}

export const MATCH_MODES = ['in-order', 'strict', 'any-order', 'subset', 'superset'] as const;
export type MatchMode = (typeof MATCH_MODES)[number];
/** `subset` (default): keys that are not named may have any value. */
export type InputMode = 'subset' | 'exact' | 'ignore';
export const FILE_STATES = ['unchanged', 'changed', 'created', 'deleted', 'exists', 'absent'] as const;
export type FileState = (typeof FILE_STATES)[number];

/**
 * Expected calls. `in-order` (default): in this order, further calls allowed · `strict`: these calls and no others, in this order ·
 * `any-order`: these calls and no others · `superset`: these calls and any others, in any order · `subset`: no calls but these,
 * each at most as often as it is listed.
 */
export interface ExpectedCalls {
  readonly match?: MatchMode | undefined;
  readonly inputs?: InputMode | undefined;
  readonly list?: readonly (string | ExpectedCall)[] | undefined;
  /** Rules, as in permissions: no call of them may run. A call that was denied did not run. */
  readonly never?: readonly string[] | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/**
 * One expected call: exactly one key is the name or pattern of a tool, or a rule, and its value is the input. A text of the input
 * may be expected by bounds, such as `{ command: { matches: ^npm } }`, and a number too: neither can ever equal a map.
 */
export interface ExpectedCall {
  /** Default `done`. With `by`: any state. */
  readonly state?: CallState | readonly CallState[] | undefined;
  /** The path of the rule that decided, its text, or `mode`, `hook` or `person`. */
  readonly by?: string | undefined;
  /** The agent that made the call: its name, or the names from the outermost agent on, joined by `/`. */
  readonly agent?: string | undefined;
  readonly inputs?: InputMode | undefined;
  readonly result?: TextMatch | undefined;
  readonly [tool: string]: unknown;
}

/** A text that must occur, or bounds of a text. */
export type TextMatch = string | TextBounds;

export interface TextBounds {
  readonly equals?: string | undefined;
  readonly contains?: string | readonly string[] | undefined;
  /** Regular expressions. */
  readonly matches?: string | readonly string[] | undefined;
  /** Texts that must not occur. */
  readonly lacks?: string | readonly string[] | undefined;
}

export type NumberMatch =
  | number
  | {
      readonly eq?: number | undefined;
      readonly lt?: number | undefined;
      readonly lte?: number | undefined;
      readonly gt?: number | undefined;
      readonly gte?: number | undefined;
    };

/** One expectation that does not hold. */
export interface RunFailure {
  /** The path of the expectation, such as `['calls', 'list', 0, 'state']`. */
  readonly path: readonly (string | number)[];
  /** The part of the test that `path` is below. Default: `expect`. */
  readonly of?: 'model' | undefined;
  /** One sentence: the value seen and the value expected. */
  readonly message: string;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  /** Lines that show more, such as expected and actual calls side by side. Plain text. */
  readonly detail?: readonly string[] | undefined;
}
