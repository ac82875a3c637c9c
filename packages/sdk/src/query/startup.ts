import { MessageStream } from '../engine/message-stream.js';
import { errors } from '../errors.js';
import type { SDKUserMessage } from '../types/messages.js';
import type { Options } from '../types/options.js';
import type { Query } from '../types/query.js';
import { query, userMessage } from './query.js';
import { within } from './within.js';

/** A query that waits for its prompt. */
export interface WarmQuery extends AsyncDisposable {
  /** Contract: once; the second call throws SDK_CLOSED. */
  query(prompt: string | AsyncIterable<SDKUserMessage>): Query;
  /** Ends it without a prompt. */
  close(): void;
}

export interface StartupParameters {
  readonly options?: Options | undefined;
  /** Absent: as long as it takes. */
  readonly initializeTimeoutMs?: number | undefined;
}

/** Makes a query ready up to where its prompt is needed: settings, packages, MCP servers, session. Throws what stands against it. */
export async function startup({ options, initializeTimeoutMs }: StartupParameters = {}): Promise<WarmQuery> {
  const prompts = new MessageStream<SDKUserMessage>();
  const running = query({ prompt: prompts, options });
  const opened = running.getContextUsage().catch(async (error: unknown) => {
    running.close();
    // What stands against starting is thrown to its reader, at the end.
    while ((await running.next()).done !== true);
    throw error;
  });
  try {
    // Answered when the session is open.
    await within(opened, initializeTimeoutMs);
  } catch (error) {
    running.close();
    throw error;
  }
  let isAsked = false;
  return {
    query(prompt) {
      if (isAsked) throw errors.SDK_CLOSED({});
      isAsked = true;
      if (typeof prompt === 'string') {
        prompts.push(userMessage(prompt));
        prompts.end();
      } else void passOn(prompt, prompts);
      return running;
    },
    close: () => running.close(),
    [Symbol.asyncDispose]: async () => running.close(),
  };
}

/** What the program's own stream throws ends the query with that. */
async function passOn(from: AsyncIterable<SDKUserMessage>, to: MessageStream<SDKUserMessage>): Promise<void> {
  try {
    for await (const message of from) to.push(message);
    to.end();
  } catch (error) {
    to.end(error);
  }
}
