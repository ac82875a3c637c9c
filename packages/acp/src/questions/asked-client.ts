import type { AgentContext, SendRequestOptions } from '@agentclientprotocol/sdk';
import { unlessAborted } from '../unless-aborted.js';

/** The client of a session, for questions to the person behind it. */
export interface AskedClient {
  readonly context: AgentContext;
  readonly sessionId: string;
  /** Whether the client shows forms, and whether it opens addresses. */
  readonly shows: { readonly forms: boolean; readonly addresses: boolean };
}

/** Sends a question. `undefined`: nobody waits for the answer any more, and the client is told so, or the client cannot answer. */
export const answered = <T>(
  send: (options: SendRequestOptions) => Promise<T>,
  signal: AbortSignal,
): Promise<T | undefined> => unlessAborted(send({ cancellationSignal: signal }), signal).catch(() => undefined);
