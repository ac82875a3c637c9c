import type { AgentContext } from '@agentclientprotocol/sdk';
import { unlessAborted } from '../unless-aborted.js';

/** The client of a session, for questions to the person behind it. */
export interface AskedClient {
  readonly context: AgentContext;
  readonly sessionId: string;
  /** Whether the client shows forms, and whether it opens addresses. */
  readonly shows: { readonly forms: boolean; readonly addresses: boolean };
}

/** Returns the answer of the client. `undefined`: nobody waits for it any more, or the client cannot answer. */
export const answerOf = <T>(answer: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  unlessAborted(answer, signal).catch(() => undefined);
