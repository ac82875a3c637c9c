import type { Conversation, RunResult } from '@loadout/runner';
import type { Prepared } from '../../setup/prepare.js';
import type { ControlRequest, InitializeResult } from '../../types/control.js';
import type { Options } from '../../types/options.js';
import type { PromptQueue } from '../prompt-queue.js';

export type SessionState = 'idle' | 'running' | 'requires_action';

/** The query that a request is about, as far as its answers need it. */
export interface Controlled {
  readonly options: Options;
  readonly state: SessionState;
  readonly queue: PromptQueue;
  /** The result of the last turn. */
  readonly lastResult: RunResult | undefined;
  prepared(): Promise<Prepared>;
  /** Waits until the session is open. Throws the error that prevents it. */
  conversation(): Promise<Conversation>;
  initialization(): Promise<InitializeResult>;
  interrupt(): void;
}

/** Answers one kind of request. Contract: may throw or reject, which is the answer too. */
export type Answer = (request: ControlRequest, engine: Controlled) => unknown;

/** The answers of one subject, by the subtype of the request. */
export type Answers = Readonly<Record<string, Answer>>;
